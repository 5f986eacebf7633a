package loop

func run(client Client, text string) {
	for {
		client.CreateChatCompletion(text) // expect: model-loop
	}
}

func once(client Client, text string) {
	client.CreateChatCompletion(text) // ok: model-loop
}
