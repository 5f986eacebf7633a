package run

import "context"

func start(parent context.Context) {
	ctx, stop := context.WithCancel(parent) // expect: cancel-signal
	defer stop()
	_ = context.WithValue(ctx, 1, 2) // ok: cancel-signal
}
