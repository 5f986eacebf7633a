import io.ktor.server.application.*
import io.ktor.server.routing.*

fun Application.routes() {
    routing {
        // route: ktor http get "/books" in routes
        get("/books") { call.respond(books) }
        // route: ktor socket "/live" in routes
        webSocket("/live") { listen() }
    }
}
