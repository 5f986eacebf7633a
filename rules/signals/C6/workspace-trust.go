package trust

func IsTrusted(path string) bool { // expect: workspace-trust
	return false
}

func IsEmpty(path string) bool { // ok: workspace-trust
	return path == ""
}
