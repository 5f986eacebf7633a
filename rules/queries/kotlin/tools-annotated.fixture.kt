import ai.koog.agents.core.tools.annotations.LLMDescription
import ai.koog.agents.core.tools.annotations.Tool

class Shelf : ToolSet {
    // tool: koog find(title: string, limit?: number) ->find body described
    @Tool
    @LLMDescription("Finds a book")
    fun find(title: String, limit: Int = 5): String = search(title, limit)

    // tool: koog give(title: string) ->give body
    @Tool
    fun give(title: String): String = hand(title)

    fun helper(x: String) = x
}
