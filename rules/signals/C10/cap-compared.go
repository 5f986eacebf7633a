package shelf

func lend(iteration int, maxIterations int, books int, maxBooks int) bool {
	if maxIterations > 0 && iteration >= maxIterations { // expect: cap-compared
		return false
	}
	return books >= maxBooks // ok: cap-compared
}
