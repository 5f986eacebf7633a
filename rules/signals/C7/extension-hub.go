package fetch

import "os/exec"

func get(address string) {
	exec.Command("git", "clone", address)  // expect: extension-hub
	exec.Command("git", "status", address) // ok: extension-hub
}

// ok: extension-hub
func toolsToResponsesTools(names []string) []string {
	return names
}
