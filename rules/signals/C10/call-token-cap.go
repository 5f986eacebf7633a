package desk

func options() Options {
	return Options{
		MaxTokens: 800, // expect: call-token-cap
		MaxRows:   20,  // ok: call-token-cap
	}
}
