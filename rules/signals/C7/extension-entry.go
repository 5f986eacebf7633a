package desk

func LoadPlugin(path string) string { // expect: extension-entry
	return path
}

func listPages(path string) string { // ok: extension-entry
	return path
}
