package demo

func CheckToolCall(call string) bool { // expect: central-tool-dispatch
	return call != ""
}

func renderTool(call string) string { // ok: central-tool-dispatch
	return call
}
