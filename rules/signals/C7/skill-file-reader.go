package skills

import "path/filepath"

func find(folder string) (string, string) {
	a := filepath.Join(folder, "SKILL.md") // expect: skill-file-reader
	b := filepath.Join(folder, "PAGE.md")  // ok: skill-file-reader
	return a, b
}
