package demo

func isDangerousCommand(command string) bool { // expect: action-risk-tier
	return command == "mkfs"
}

func isEmpty(command string) bool { // ok: action-risk-tier
	return command == ""
}
