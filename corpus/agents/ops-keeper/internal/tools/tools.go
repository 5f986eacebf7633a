// Package tools holds what workers can do. Each tool is narrow: its arguments are numbers and names from lists.
package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	openai "github.com/sashabaranov/go-openai"

	"example.org/ops-keeper/internal/workers"
)

const callTimeout = 20 * time.Second

var pools = []string{"orders", "billing", "search"}

var (
	readMetrics = openai.FunctionDefinition{
		Name: "read_metrics", Description: "Read the load of a pool.", Parameters: poolSchema(),
	}
	readLocks = openai.FunctionDefinition{
		Name: "read_locks", Description: "Read the locks of a pool.", Parameters: poolSchema(),
	}
	writeReport = openai.FunctionDefinition{
		Name: "write_report", Description: "Keep a report.",
		Parameters: map[string]any{
			"type":       "object",
			"properties": map[string]any{"text": map[string]any{"type": "string", "maxLength": 4000}},
			"required":   []string{"text"},
		},
	}
	resizePool = openai.FunctionDefinition{
		Name: "resize_pool", Description: "Propose another size of a pool.",
		Parameters: map[string]any{
			"type": "object",
			"properties": map[string]any{
				"pool": map[string]any{"type": "string", "enum": pools},
				"size": map[string]any{"type": "integer", "minimum": 5, "maximum": 200},
			},
			"required": []string{"pool", "size"},
		},
	}
)

// ErrDenied says that a worker does not have a tool.
var ErrDenied = errors.New("this worker does not have the tool")

// Box runs tools.
type Box struct{ pool *pgxpool.Pool }

// NewBox returns a box over the pool.
func NewBox(pool *pgxpool.Pool) *Box { return &Box{pool: pool} }

// Definitions are the tools of a worker, as the model is told.
func (b *Box) Definitions(worker workers.Worker) []openai.Tool {
	all := []openai.FunctionDefinition{readMetrics, readLocks, writeReport, resizePool}
	var own []openai.Tool
	for _, definition := range all {
		if slices.Contains(worker.ToolAllowlist, definition.Name) {
			own = append(own, openai.Tool{Type: openai.ToolTypeFunction, Function: &definition})
		}
	}
	return own
}

func poolSchema() map[string]any {
	return map[string]any{
		"type":       "object",
		"properties": map[string]any{"pool": map[string]any{"type": "string", "enum": pools}},
		"required":   []string{"pool"},
	}
}

type poolArguments struct {
	Pool string `json:"pool"`
	Size int    `json:"size"`
	Text string `json:"text"`
}

// Call runs one tool of the worker within the time that a call may take.
func (b *Box) Call(ctx context.Context, worker workers.Worker, name string, raw []byte) (string, error) {
	if !slices.Contains(worker.ToolAllowlist, name) {
		return "", fmt.Errorf("%w: %s", ErrDenied, name)
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var arguments poolArguments
	if err := json.Unmarshal(raw, &arguments); err != nil {
		return "", err
	}
	if name != "write_report" && !slices.Contains(pools, arguments.Pool) {
		return "", fmt.Errorf("no pool %q", arguments.Pool)
	}
	switch name {
	case "read_metrics":
		return b.text(ctx, `SELECT load::text FROM pool_load WHERE pool = $1`, arguments.Pool)
	case "read_locks":
		return b.text(ctx, `SELECT count(*)::text FROM pool_locks WHERE pool = $1`, arguments.Pool)
	case "write_report":
		if len(arguments.Text) > 4000 {
			return "", errors.New("the report is too long")
		}
		_, err := b.pool.Exec(ctx, `INSERT INTO reports (text) VALUES ($1)`, arguments.Text)
		return "kept", err
	case "resize_pool":
		if arguments.Size < 5 || arguments.Size > 200 {
			return "", fmt.Errorf("size %d is out of bounds", arguments.Size)
		}
		_, err := b.pool.Exec(ctx, `UPDATE pools SET size = $2 WHERE pool = $1`, arguments.Pool, arguments.Size)
		return "resized", err
	}
	return "", fmt.Errorf("no tool %q", name)
}

func (b *Box) text(ctx context.Context, query, pool string) (string, error) {
	var text string
	err := b.pool.QueryRow(ctx, query, pool).Scan(&text)
	return text, err
}
