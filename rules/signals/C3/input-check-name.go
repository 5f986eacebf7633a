package demo

// expect: input-check-name
func validatePath(name string) string {
	return name
}

// ok: input-check-name
func validateDay(day string) string {
	return day
}
