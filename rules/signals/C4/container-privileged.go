package box

import "github.com/docker/docker/api/types/container"

func host() (*container.HostConfig, *container.HostConfig) {
	a := &container.HostConfig{Privileged: true}  // expect: container-privileged
	b := &container.HostConfig{Privileged: false} // ok: container-privileged
	return a, b
}
