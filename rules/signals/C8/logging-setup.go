package desk

import (
	"log/slog"
	"os"
)

func InitLogger() { // expect: logging-setup
	slog.SetDefault(slog.Default()) // expect: logging-setup
}

func open() {
	slog.Info("open", "pid", os.Getpid()) // ok: logging-setup
}
