package desk

func CheckPermission(reader string) bool { // expect: authority-name
	return reader != ""
}

func isReaderAllowed(reader string) bool { // expect: authority-name
	return reader != ""
}

func shelves() []string { // ok: authority-name
	return nil
}

func isSystemRole(message string) bool { // ok: authority-name
	return message == "system"
}
