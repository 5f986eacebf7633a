package demo

func reply(text string) any {
	_ = openai.UserMessage(text)    // ok: tool-result-as-message
	return openai.ToolMessage(text) // expect: tool-result-as-message
}
