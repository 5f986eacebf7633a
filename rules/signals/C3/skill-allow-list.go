package box

import (
	"errors"
	"slices"
)

func call(worker Worker, tool string) error {
	if !slices.Contains(worker.ToolAllowlist, tool) { // expect: skill-allow-list
		return errors.New("not a tool of this worker")
	}
	if !slices.Contains(worker.Names, tool) { // ok: skill-allow-list
		return nil
	}
	return nil
}
