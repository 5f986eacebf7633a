package desk

func ProvenanceOf(s string) string { // expect: origin-field
	return s
}

func ColourOf(s string) string { // ok: origin-field
	return s
}
