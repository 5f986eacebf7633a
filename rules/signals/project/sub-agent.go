package team

func RunSubAgent(task string) string { // expect: sub-agent
	return task
}

func RunSubject(task string) string { // ok: sub-agent
	return task
}
