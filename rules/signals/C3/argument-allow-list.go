package demo

func ProjectAllowlist(allowed map[string]bool, name string) error { // expect: argument-allow-list
	if !allowed[name] {
		return errors.New("project is not allowed")
	}
	return nil
}

func allowed(names []string) int { // ok: argument-allow-list
	return len(names)
}

// ok: argument-allow-list
func AddDeskToWhitelist(desk string) error {
	return errors.New("denied")
}
