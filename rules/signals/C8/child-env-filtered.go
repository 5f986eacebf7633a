package run

func minimalEnv() []string { // expect: child-env-filtered
	return []string{"PATH=/usr/bin"}
}

func minimalArgs() []string { // ok: child-env-filtered
	return nil
}
