package desk

func options() Options {
	return Options{
		MaxTokens: 800, // expect: answer-token-cap
		MaxRows:   20,  // ok: answer-token-cap
	}
}
