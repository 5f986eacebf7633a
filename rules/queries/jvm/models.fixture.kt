import ai.koog.agents.core.agent.AIAgent
import com.aallam.openai.client.OpenAI

suspend fun ask(openAI: OpenAI) {
    // model: openai call in ask
    val answer = openAI.chatCompletion(request)
    // model: koog agent in ask system="Help."
    val agent = AIAgent(executor = executor, systemPrompt = "Help.", toolRegistry = tools)
}
