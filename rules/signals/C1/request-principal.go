package demo

func handle(ctx Context) {
	user := auth.UserFromContext(ctx) // expect: request-principal
	log(user)                         // ok: request-principal
}
