package ask

func ask(client Client, text string) {
	client.CreateChatCompletion(text) // expect: model-call
	client.CreateChat(text)           // ok: model-call
}
