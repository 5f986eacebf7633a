package shelf

func shelves(user string) {
	if !requireAdmin(user) { // expect: role-guard
		return
	}
	requireAddress(user) // ok: role-guard
}

func main() { shelves("a") }
