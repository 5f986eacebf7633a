package demo

func clientFor(user string) Client {
	c := k8s.ImpersonatedClient(user) // expect: delegated-authority
	return wrap(c)                    // ok: delegated-authority
}
