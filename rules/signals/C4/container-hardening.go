package box

import "github.com/docker/docker/api/types/container"

func host() (*container.HostConfig, *container.Config) {
	a := &container.HostConfig{ReadonlyRootfs: true} // expect: container-hardening
	b := &container.Config{Image: "plain"}           // ok: container-hardening
	return a, b
}
