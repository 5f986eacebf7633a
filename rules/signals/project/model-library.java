import com.anthropic.client.AnthropicClient; // expect: model-library
import java.util.List; // ok: model-library
