package tools

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// askApproval shows the exact command and waits for a yes.
func askApproval(command string) bool {
	fmt.Fprintf(os.Stderr, "The model wants to run:\n\n    %s\n\nRun it? [y/N] ", command)
	answer, err := bufio.NewReader(os.Stdin).ReadString('\n')
	return err == nil && strings.TrimSpace(answer) == "y"
}
