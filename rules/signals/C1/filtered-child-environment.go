package demo

func sanitizedEnv() []string { // expect: filtered-child-environment
	return []string{"PATH=/usr/bin"}
}

func loadEnv() []string { // ok: filtered-child-environment
	return nil
}
