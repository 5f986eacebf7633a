package logs

import "gopkg.in/natefinch/lumberjack.v2"

var out = &lumberjack.Logger{Filename: "run.log"} // expect: log-file
var name = lumberjack.Name() // ok: log-file

var upload = service.NewUploadFileHandler() // ok: log-file
