package desk

func validateSkillContent(text string) bool { // expect: content-check-name
	return text != ""
}

func sortSkills(text string) bool { // ok: content-check-name
	return text != ""
}
