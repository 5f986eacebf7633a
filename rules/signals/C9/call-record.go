package run

func after(s *Store, c Call) {
	s.RecordEvent(c) // expect: call-record
	s.Refresh(c) // ok: call-record
}

func RecordToolCallCount(ctx context.Context, config MetricsConfig) { // ok: call-record
	config.ToolCounter.Add(ctx, 1)
}

func bind(tool Tool) {
	desk.Set(tool.Name, createToolCallerFor(tool)) // ok: call-record
}
