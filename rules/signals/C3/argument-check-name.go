package desk

// expect: argument-check-name
func validateNameInput(s string) error { return nil }

// ok: argument-check-name
func renderName(s string) error { return nil }
