package desk

const (
	filePerm = 0600 // expect: owner-mode-name
	openPerm = 0644 // ok: owner-mode-name
)
