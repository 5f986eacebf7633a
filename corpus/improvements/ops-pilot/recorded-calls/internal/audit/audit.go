// Package audit keeps the record of what the agent did.
package audit

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/user"
	"path/filepath"
	"sync"
	"time"

	"example.org/ops-pilot/internal/redact"
)

// ToolCallRecord is one line of the record.
type ToolCallRecord struct {
	Time      time.Time     `json:"time"`
	Session   string        `json:"session"`
	Actor     string        `json:"actor"`
	Call      int           `json:"call"`
	Event     string        `json:"event"`
	Tool      string        `json:"tool"`
	Arguments string        `json:"arguments,omitempty"`
	Status    string        `json:"status,omitempty"`
	Duration  time.Duration `json:"duration_ns,omitempty"`
}

// Log appends to a file of JSON lines.
type Log struct {
	mu      sync.Mutex
	file    *os.File
	session string
	actor   string
	calls   int
}

// DefaultPath is in the operator's state folder.
func DefaultPath() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return "audit.jsonl"
	}
	return filepath.Join(home, ".local", "state", "ops-pilot", "audit.jsonl")
}

// Open opens the record for appending.
func Open(path string) (*Log, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	id := make([]byte, 8)
	if _, err := rand.Read(id); err != nil {
		return nil, err
	}
	actor := "unknown"
	if current, err := user.Current(); err == nil {
		actor = current.Username
	}
	return &Log{file: file, session: hex.EncodeToString(id), actor: actor}, nil
}

// Start records a call before it runs. An error means that it must not run.
func (l *Log) Start(tool, arguments string) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls++
	return l.calls, l.write(ToolCallRecord{Call: l.calls, Event: "start", Tool: tool, Arguments: redact.Text(arguments)})
}

// Decision records what the operator answered.
func (l *Log) Decision(call int, tool, answer string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.write(ToolCallRecord{Call: call, Event: "decision", Tool: tool, Status: answer})
}

// Finish records how a call ended.
func (l *Log) Finish(call int, tool, status string, took time.Duration) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.write(ToolCallRecord{Call: call, Event: "finish", Tool: tool, Status: status, Duration: took})
}

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }

func (l *Log) write(entry ToolCallRecord) error {
	entry.Time = time.Now().UTC()
	entry.Session = l.session
	entry.Actor = l.actor
	line, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	if _, err := l.file.Write(append(line, '\n')); err != nil {
		return err
	}
	return l.file.Sync()
}
