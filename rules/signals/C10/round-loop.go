package desk

func runLoop() {} // expect: round-loop

func list() {} // ok: round-loop
