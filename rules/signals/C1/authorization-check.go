package demo

func closeTicket(a Auth, user string) error {
	if !a.HasPermission(user, "tickets:write") { // expect: authorization-check
		return errDenied
	}
	describe(user) // ok: authorization-check
	return nil
}
