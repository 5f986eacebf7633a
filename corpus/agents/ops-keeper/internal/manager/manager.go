// Package manager decides which worker runs in which phase, and dispatches what was approved.
package manager

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"example.org/ops-keeper/internal/contract"
	"example.org/ops-keeper/internal/ledger"
	"example.org/ops-keeper/internal/tools"
	"example.org/ops-keeper/internal/workers"
)

// Phase is a part of the loop.
type Phase string

// phaseRoles is the dispatch table: who may run in a phase, and up to which level.
var phaseRoles = map[Phase]struct {
	Workers  []string
	MaxLevel workers.Level
}{
	"detect":           {Workers: []string{"alerter"}, MaxLevel: workers.L0},
	"investigate":      {Workers: []string{"investigator"}, MaxLevel: workers.L0},
	"report":           {Workers: []string{"reporter"}, MaxLevel: workers.L1},
	"approved":         {Workers: []string{"repairer"}, MaxLevel: workers.L3},
	"recovery_checked": {Workers: []string{"verifier"}, MaxLevel: workers.L0},
}

// Errors that end a call.
var (
	ErrRefused     = errors.New("refused")
	ErrNotApproved = errors.New("not approved as it is")
	ErrExpired     = errors.New("the proposal has expired")
)

// Proposal is a change that a person decides about.
type Proposal struct {
	ID          string
	Worker      string
	Resource    string
	Command     string
	Tool        string
	Payload     []byte
	PayloadHash string
	Approver    string
	Approved    Approval
	ExpiresAt   time.Time
}

// Approval is what the person saw.
type Approval struct {
	Resource    string
	Command     string
	PayloadHash string
}

// Manager assigns and dispatches.
type Manager struct {
	contract *contract.Contract
	ledger   *ledger.Ledger
	box      *tools.Box
}

// New returns a manager.
func New(contract *contract.Contract, ledger *ledger.Ledger, box *tools.Box) *Manager {
	return &Manager{contract: contract, ledger: ledger, box: box}
}

// Assign gives a phase to a worker and refuses one whose level exceeds what the phase allows.
func (m *Manager) Assign(phase Phase, name string) (workers.Worker, error) {
	row, known := phaseRoles[phase]
	worker, exists := workers.All[name]
	if !known || !exists || !slices.Contains(row.Workers, name) {
		return workers.Worker{}, fmt.Errorf("%w: %s in phase %s", ErrRefused, name, phase)
	}
	if worker.SafetyLevel > row.MaxLevel {
		return workers.Worker{}, fmt.Errorf("%w: level of %s", ErrRefused, name)
	}
	return worker, nil
}

// Propose seals a change until a person decides about it.
func (m *Manager) Propose(ctx context.Context, proposal *Proposal) error {
	sum := sha256.Sum256(proposal.Payload)
	proposal.PayloadHash = hex.EncodeToString(sum[:])
	proposal.ExpiresAt = time.Now().Add(m.contract.Proposal.TTL)
	return m.ledger.AppendProposalAudit(ctx, proposal.ID, "proposed", proposal.Worker, proposal)
}

// Approve keeps what the person saw. The person is the subject of the token.
func (m *Manager) Approve(ctx context.Context, proposal *Proposal, person string) error {
	proposal.Approver = person
	proposal.Approved = Approval{
		Resource: proposal.Resource, Command: proposal.Command, PayloadHash: proposal.PayloadHash,
	}
	return m.ledger.AppendProposalAudit(ctx, proposal.ID, "approved", person, proposal.Approved)
}

// checkApproval compares what would run with what was approved.
func (m *Manager) checkApproval(worker workers.Worker, proposal *Proposal) error {
	if proposal.Approver == "" {
		return ErrNotApproved
	}
	sum := sha256.Sum256(proposal.Payload)
	payloadHash := hex.EncodeToString(sum[:])
	if subtle.ConstantTimeCompare([]byte(payloadHash), []byte(proposal.Approved.PayloadHash)) != 1 {
		return ErrNotApproved
	}
	if proposal.Resource != proposal.Approved.Resource || proposal.Command != proposal.Approved.Command {
		return ErrNotApproved
	}
	if !slices.Contains(worker.ToolAllowlist, proposal.Tool) {
		return fmt.Errorf("%w: tool %s", ErrRefused, proposal.Tool)
	}
	if time.Now().After(proposal.ExpiresAt) {
		return ErrExpired
	}
	return nil
}

// Dispatch runs an approved proposal. It fails closed: whatever does not match ends here, and that is recorded.
func (m *Manager) Dispatch(ctx context.Context, runID string, proposal *Proposal) (string, error) {
	worker, err := m.Assign("approved", proposal.Worker)
	if err == nil {
		err = m.checkApproval(worker, proposal)
	}
	if err != nil {
		event := ledger.Event{RunID: runID, Actor: proposal.Worker, Phase: "approved", Action: "refused", Payload: err.Error()}
		return "", errors.Join(err, m.ledger.AppendAuditEvent(ctx, event))
	}
	event := ledger.Event{RunID: runID, Actor: proposal.Approver, Phase: "approved", Action: "dispatched", Payload: proposal}
	if err := m.ledger.AppendAuditEvent(ctx, event); err != nil {
		return "", fmt.Errorf("not run, it cannot be recorded: %w", err)
	}
	if err := m.ledger.AppendProposalAudit(ctx, proposal.ID, "dispatched", proposal.Approver, proposal); err != nil {
		return "", err
	}
	result, err := m.box.Call(ctx, worker, proposal.Tool, proposal.Payload)
	status := "completed"
	if err != nil {
		status = "failed"
	}
	event = ledger.Event{RunID: runID, Actor: proposal.Worker, Phase: "approved", Action: status, Payload: result}
	return result, errors.Join(err, m.ledger.AppendAuditEvent(ctx, event))
}
