import io.javalin.Javalin

fun main() {
    val app = Javalin.create()
    // route: javalin http get "/books" in main
    app.get("/books") { ctx -> ctx.json(books) }
}
