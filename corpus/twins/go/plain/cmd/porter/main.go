// Command porter carries files and pages about.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"example.org/porter/internal/agent"
)

func main() {
	answer, err := agent.Work(context.Background(), strings.Join(os.Args[1:], " "))
	if err != nil {
		fmt.Fprintln(os.Stderr, "porter:", err)
		os.Exit(1)
	}
	fmt.Println(answer)
}
