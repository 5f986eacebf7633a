// Package redact keeps secrets out of records and out of what the model reads.
package redact

import "regexp"

var patterns = []*regexp.Regexp{
	regexp.MustCompile(`(?i)((?:token|password|secret|api[_-]?key)["']?\s*[:=]\s*["']?)[^\s"',}]+`),
	regexp.MustCompile(`(?i)(authorization:\s*\w+\s+)\S+`),
	regexp.MustCompile(`()eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_.-]+`),
}

// Text blanks the values of secrets and keeps their names.
func Text(text string) string {
	for _, pattern := range patterns {
		text = pattern.ReplaceAllString(text, "${1}[redacted]")
	}
	return text
}

// Secret is a value that no format verb prints.
type Secret string

// String hides the value.
func (Secret) String() string { return "[redacted]" }

// GoString hides the value from %#v as well.
func (Secret) GoString() string { return "[redacted]" }

// Reveal gives the value to the one caller that sends it.
func (s Secret) Reveal() string { return string(s) }
