import com.aallam.openai.client.OpenAI

suspend fun ask(openAI: OpenAI) {
    openAI.chatCompletion(request) // expect: model-call
    shelf.complete(request) // ok: model-call
}
