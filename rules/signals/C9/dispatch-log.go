package shelf

import "log/slog"

func lend(r Runtime, call Call) error {
	slog.Info("lending", "call", call.Name) // expect: dispatch-log
	return r.ExecuteTool(call)
}

func tidy(shelf string) {
	slog.Info("tidied", "shelf", shelf) // ok: dispatch-log
}
