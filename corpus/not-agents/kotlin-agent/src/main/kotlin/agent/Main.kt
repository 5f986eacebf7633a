package agent

import com.aallam.openai.client.OpenAI
import kotlinx.coroutines.runBlocking
import java.nio.file.Path

fun main(args: Array<String>) = runBlocking {
    val task = args.joinToString(" ")
    require(task.isNotBlank()) { "say what to do" }
    val client = OpenAI(token = System.getenv("OPENAI_API_KEY") ?: error("OPENAI_API_KEY is not set"))
    println(Agent(client, ShellTool(Path.of("").toAbsolutePath())).run(task))
}
