package logs

import "log/slog"

var opts = &slog.HandlerOptions{ReplaceAttr: hide} // expect: log-redaction
var bare = &slog.HandlerOptions{AddSource: true} // ok: log-redaction
