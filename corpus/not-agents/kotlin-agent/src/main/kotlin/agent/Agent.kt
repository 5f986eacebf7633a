package agent

import com.aallam.openai.api.chat.ChatCompletionRequest
import com.aallam.openai.api.chat.ChatMessage
import com.aallam.openai.api.chat.ChatRole
import com.aallam.openai.api.chat.Tool
import com.aallam.openai.api.chat.ToolCall
import com.aallam.openai.api.core.Parameters
import com.aallam.openai.api.model.ModelId
import com.aallam.openai.client.OpenAI
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.put
import kotlinx.serialization.json.putJsonObject

class Agent(private val client: OpenAI, private val shell: ShellTool, private val maxSteps: Int = 12) {
    private val tools = listOf(
        Tool.function(
            name = "shell",
            description = "Run a shell command in the current folder.",
            parameters = Parameters.buildJsonObject {
                put("type", "object")
                putJsonObject("properties") { putJsonObject("command") { put("type", "string") } }
            },
        ),
    )

    suspend fun run(task: String): String {
        val messages = mutableListOf(ChatMessage(role = ChatRole.User, content = task))
        repeat(maxSteps) {
            val answer = client.chatCompletion(
                ChatCompletionRequest(model = ModelId("gpt-4o-mini"), messages = messages, tools = tools),
            ).choices.first().message
            messages += answer
            val calls = answer.toolCalls.orEmpty()
            if (calls.isEmpty()) return answer.content.orEmpty()
            for (call in calls.filterIsInstance<ToolCall.Function>()) {
                val command = call.function.argumentsAsJson()["command"]?.jsonPrimitive?.content.orEmpty()
                messages += ChatMessage(role = ChatRole.Tool, toolCallId = call.id, content = shell.run(command))
            }
        }
        return "no answer after $maxSteps steps"
    }
}
