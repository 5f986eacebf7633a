import com.aallam.openai.client.OpenAI // expect: model-library
import desk.Shelf // ok: model-library
