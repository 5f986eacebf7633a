package box

import "github.com/docker/docker/api/types/container"

func host() (container.Resources, container.Resources) {
	a := container.Resources{Memory: 1 << 28} // expect: sandbox-limits
	b := container.Resources{NanoCPUs: 1}     // ok: sandbox-limits
	return a, b
}
