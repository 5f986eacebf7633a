import dev.langchain4j.service.AiServices; // expect: agent-framework
import java.util.List; // ok: agent-framework
