package shelf

import "context"

type engine interface {
	ContainerCreate(ctx context.Context, name string) error
	ContainerList(ctx context.Context) error
}

func Pour(ctx context.Context, kettle engine) error {
	// ok: container-start
	_ = kettle.ContainerList(ctx)
	// expect: container-start
	return kettle.ContainerCreate(ctx, "tea")
}
