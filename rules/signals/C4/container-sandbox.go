package box

import (
	"os/exec"

	"github.com/docker/docker/client"
)

func start(image string) {
	client.NewClientWithOpts(client.FromEnv) // expect: container-sandbox
	exec.Command("docker", "run", image)     // expect: container-sandbox
	exec.Command("make", image)              // ok: container-sandbox
}
