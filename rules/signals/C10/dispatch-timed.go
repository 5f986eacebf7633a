package shelf

import (
	"context"
	"time"
)

func lend(parent context.Context, r Runtime, call Call) error {
	ctx, done := context.WithTimeout(parent, 10*time.Second) // expect: dispatch-timed
	defer done()
	return r.ExecuteTool(ctx, call)
}

func tidy(parent context.Context, s Shelf) {
	ctx, done := context.WithTimeout(parent, 10*time.Second) // ok: dispatch-timed
	defer done()
	s.Tidy(ctx)
}
