package shelf

import "gopkg.in/natefinch/lumberjack.v2"

func open(path string) any {
	return &lumberjack.Logger{Filename: path} // expect: log-handler-file
}

func shut(l Closer) {
	l.Close() // ok: log-handler-file
}
