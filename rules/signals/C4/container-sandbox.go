package box

import (
	"context"
	"os/exec"

	"github.com/docker/docker/client"
)

func start(ctx context.Context, image string) {
	engine, _ := client.NewClientWithOpts(client.FromEnv)  // ok: container-sandbox
	engine.ContainerCreate(ctx, nil, nil, nil, nil, image) // expect: container-sandbox
	exec.Command("docker", "run", image)                   // expect: container-sandbox
	exec.Command("docker", "exec", "postgres", "psql")     // ok: container-sandbox
	exec.Command("make", image)                            // ok: container-sandbox
}
