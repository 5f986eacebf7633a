// Package confirm asks the operator.
package confirm

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Risk is how much a call can change.
type Risk int

const (
	// Read changes nothing.
	Read Risk = iota
	// Change can be undone.
	Change
	// Destroy cannot be undone.
	Destroy
)

// Gate asks before calls that change something, if it is enabled.
type Gate struct {
	Enabled bool
	In      io.Reader
	Out     io.Writer
}

// Allow shows the exact command line. What destroys needs the word spelled out.
func (g Gate) Allow(risk Risk, command []string) (bool, string) {
	if !g.Enabled || risk == Read {
		return true, "not asked"
	}
	want := "yes"
	if risk == Destroy {
		want = "destroy"
	}
	fmt.Fprintf(g.Out, "\n  %q\n\nType %q to run this, anything else to refuse: ", command, want)
	answer, err := bufio.NewReader(g.In).ReadString('\n')
	if err != nil || strings.TrimSpace(answer) != want {
		return false, "refused"
	}
	return true, "approved"
}
