package agent

func Turn(client *openai.Client, session *Session, messages []Message) error {
	reply, err := client.CreateChatCompletion(ctx, request(messages))
	if err != nil {
		return err
	}
	for _, asked := range reply.Choices[0].Message.ToolCalls {
		session.ExecuteTool(asked.Name, asked.Arguments) // expect: ungated-dispatch
	}
	return session.Close() // ok: ungated-dispatch
}
