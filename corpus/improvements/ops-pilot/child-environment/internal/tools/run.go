package tools

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

const maxOutput = 64 << 10

// minimalEnv is all that a child process sees of our environment.
func minimalEnv() []string {
	var env []string
	for _, name := range []string{"PATH", "HOME", "KUBECONFIG", "LANG"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// runCommand starts the program without a shell, in a process group of its own that is killed as a whole when ctx ends.
func runCommand(ctx context.Context, command []string, stdin string) (string, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = minimalEnv()
	cmd.Stdin = strings.NewReader(stdin)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 2 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	text := out.String()
	if len(text) > maxOutput {
		text = text[:maxOutput] + "\n[cut]"
	}
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, text)
	}
	return text, nil
}
