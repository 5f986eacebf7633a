package demo

import "github.com/casbin/casbin/v2"

func closeTicket(a Auth, user string) error {
	if !a.HasPermission(user, "tickets:write") { // expect: authorization-check
		return errDenied
	}
	describe(user) // ok: authorization-check
	return nil
}

func ruled(e *casbin.Enforcer, who, what string) (bool, error) {
	e.LoadPolicy() // ok: authorization-check
	return e.Enforce(who, what, "write") // expect: authorization-check
}
