package run

import (
	"fmt"
	"os"
	"strings"
)

func show() string {
	var b strings.Builder
	fmt.Println("step one") // expect: console-output
	fmt.Fprintf(os.Stderr, "step %d", 1) // expect: console-output
	fmt.Fprintf(&b, "step %d", 1) // ok: console-output
	_ = fmt.Sprint("step one") // ok: console-output
	return b.String()
}
