package desk

// expect: person-question-name
func waitForApproval(s string) string { return s }

// ok: person-question-name
func waitForPage(s string) string { return s }
