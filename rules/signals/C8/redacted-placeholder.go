package logs

func shown(text string) string { // expect: redacted-placeholder
	return key.ReplaceAllString(text, "<redacted>")
}

func drawn(text string) string { // ok: redacted-placeholder
	return key.ReplaceAllString(text, "<image>")
}
