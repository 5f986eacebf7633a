package box

func fetch(engine Engine, name string) {
	engine.ImagePull(name) // expect: sandbox-image-pull
	engine.ImageList(name) // ok: sandbox-image-pull
}
