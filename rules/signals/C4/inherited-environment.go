package shelf

import "os/exec"

func Pour(kettle string) error {
	// expect: inherited-environment
	cmd := exec.Command(kettle)
	return cmd.Run()
}

func Stir(kettle string) error {
	// ok: inherited-environment
	cmd := exec.Command(kettle)
	cmd.Env = []string{"PATH=/bin"}
	return cmd.Run()
}
