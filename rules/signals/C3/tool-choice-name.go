package desk

func FilterTools(names []string) []string { // expect: tool-choice-name
	return names
}

func names() []string { return nil } // ok: tool-choice-name

// expect: tool-choice-name
type DeskToolsConfig struct {
	Allow []string
}

// ok: tool-choice-name
type DeskConfig struct {
	Bell string
}

// ok: tool-choice-name
type DeskPruningToolsConfig struct {
	Keep int
}
