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

// Options say whether the operator is asked.
type Options struct {
	RequireApproval bool
}

// Shipped is what holds without a flag.
var Shipped = Options{
	RequireApproval: true,
}

// RequestApproval shows the command line and waits for the answer.
func (g Gate) RequestApproval(command []string, want string) bool {
	fmt.Fprintf(g.Out, "\n  %q\n\nType %q to run this: ", command, want)
	answer, err := bufio.NewReader(g.In).ReadString('\n')
	return err == nil && strings.TrimSpace(answer) == want
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
	if !g.RequestApproval(command, want) {
		return false, "refused"
	}
	return true, "approved"
}
