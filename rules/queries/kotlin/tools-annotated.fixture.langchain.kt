import dev.langchain4j.agent.tool.Tool

class Shelf {
    // tool: langchain4j find(title: string) ->find body described
    @Tool("Finds a book")
    fun find(title: String): String = search(title)
}
