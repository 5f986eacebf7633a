package desk

// expect: tool-setting-name
func filterDeskTools(names []string) []string { return names }

// ok: tool-setting-name
func filterColumns(names []string) []string { return names }
