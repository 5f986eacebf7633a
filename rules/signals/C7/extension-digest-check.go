package verify

func verifyChecksum(body string, wanted string) bool { // expect: extension-digest-check
	return body == wanted
}

func verifyName(body string) bool { // ok: extension-digest-check
	return body != ""
}

// ok: extension-digest-check
func checkCallSignatureMatch(name string) bool {
	return name != ""
}
