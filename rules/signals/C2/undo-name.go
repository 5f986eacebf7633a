package desk

func undoLastLoan(loan string) string { // expect: undo-name
	return loan
}

func runDocker(image string) string { // ok: undo-name
	return image
}

func RestoreCheckPoint(shelf string) string { // expect: undo-name
	return shelf
}
