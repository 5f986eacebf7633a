package start

func start(env []string) {
	cmd := exec.Command("ls")
	cmd.Env = env // expect: child-env-name
	cmd.Env = append(os.Environ(), "A=1") // ok: child-env-name
}
