// Package workers says who may do what.
package workers

// Level bounds what a worker may do.
type Level int

// There is no worker between those that annotate and those that act.
const (
	L0 Level = 0
	L1 Level = 1
	L3 Level = 3
)

// Worker is one role of the loop.
type Worker struct {
	Name          string
	SafetyLevel   Level
	ToolAllowlist []string
}

// All are the workers that exist.
var All = map[string]Worker{
	"alerter":      {Name: "alerter", SafetyLevel: L0, ToolAllowlist: []string{"read_metrics"}},
	"investigator": {Name: "investigator", SafetyLevel: L0, ToolAllowlist: []string{"read_metrics", "read_locks"}},
	"verifier":     {Name: "verifier", SafetyLevel: L0, ToolAllowlist: []string{"read_metrics"}},
	"reporter":     {Name: "reporter", SafetyLevel: L1, ToolAllowlist: []string{"write_report"}},
	"repairer":     {Name: "repairer", SafetyLevel: L3, ToolAllowlist: []string{"read_locks", "resize_pool"}},
}
