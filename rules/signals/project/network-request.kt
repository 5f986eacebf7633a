import io.ktor.client.HttpClient

suspend fun load(url: String) {
    val client = HttpClient(CIO) // expect: network-request
    client.close() // ok: network-request
}
