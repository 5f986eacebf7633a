package start

import "os/exec"

func run() {
	exec.Command("npx", "left-server@1.4.2") // expect: pinned-package
	exec.Command("npx", "left-server")       // ok: pinned-package
}
