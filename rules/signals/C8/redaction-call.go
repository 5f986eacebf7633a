package logs

func write(raw string) {
	print(redactLine(raw)) // expect: redaction-call
	print(trimLine(raw)) // ok: redaction-call
}
