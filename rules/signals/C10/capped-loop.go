package shelf

func lend(d Desk) {
	for i := 0; i < d.maxIterations; i++ { // expect: capped-loop
		d.Ask()
	}
	for i := 0; i < d.books; i++ { // ok: capped-loop
		d.Put(i)
	}
}
