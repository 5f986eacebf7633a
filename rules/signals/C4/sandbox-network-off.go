package box

import "github.com/docker/docker/api/types/container"

func host() (*container.HostConfig, *container.HostConfig) {
	a := &container.HostConfig{NetworkMode: "none"}   // expect: sandbox-network-off
	b := &container.HostConfig{NetworkMode: "bridge"} // ok: sandbox-network-off
	return a, b
}
