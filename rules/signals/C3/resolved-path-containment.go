package demo

import (
	"path/filepath"
	"strings"
)

func inside(root, name string) bool {
	target, _ := filepath.EvalSymlinks(filepath.Join(root, name))
	return strings.HasPrefix(target, root) // expect: resolved-path-containment
}

func join(root, name string) string {
	return filepath.Join(root, name) // ok: resolved-path-containment
}
