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

// image holds the programs that may run.
const image = "example.org/ops-pilot/tools:0.3.0"

// childEnv is all that a child process sees of our environment.
func childEnv() []string {
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
	cmd := exec.CommandContext(ctx, "docker", append([]string{"run", "--rm", "--network=none", "--cap-drop=ALL",
		"--security-opt=no-new-privileges", "--read-only", "--user=1000:1000", "--interactive", image}, command...)...)
	cmd.Env = childEnv()
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
