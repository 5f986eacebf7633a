package run

import (
	"log"
	"log/slog"
)

func call(arguments string) {
	log.Printf("call %s", arguments) // expect: payload-logged
	log.Printf("done") // ok: payload-logged
}

func size(args string) {
	slog.Int("args_bytes", len(args)) // ok: payload-logged
	slog.Info("call", "args", args) // expect: payload-logged
}
