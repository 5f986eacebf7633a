import org.springframework.ai.tool.annotation.Tool

class Shelf {
    // tool: spring-ai find(title: string) ->find body described
    @Tool(name = "find", description = "Finds a book")
    fun find(title: String): String = search(title)
}
