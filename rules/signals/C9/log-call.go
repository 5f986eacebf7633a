package run

import "log"

func start() {
	log.Printf("started") // expect: log-call
	log.SetFlags(0) // ok: log-call
}

func wire(h slog.Handler) {
	slog.SetDefault(slog.New(h)) // ok: log-call
	klog.Warningln("late") // expect: log-call
	slog.Warn("late") // expect: log-call
}
