// Package ledger keeps what the loop does. Both tables refuse changes; see migrations.
package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Event is one thing that happened in a run.
type Event struct {
	RunID   string
	Actor   string
	Phase   string
	Action  string
	Payload any
}

// Ledger writes to the database.
type Ledger struct{ pool *pgxpool.Pool }

// Open returns a ledger over the pool.
func Open(pool *pgxpool.Pool) *Ledger { return &Ledger{pool: pool} }

// AppendAuditEvent adds an event to loop_event_log. An action whose event cannot be written does not run.
func (l *Ledger) AppendAuditEvent(ctx context.Context, event Event) error {
	payload, err := json.Marshal(event.Payload)
	if err != nil {
		return err
	}
	_, err = l.pool.Exec(ctx,
		`INSERT INTO loop_event_log (run_id, actor, phase, action, payload) VALUES ($1, $2, $3, $4, $5)`,
		event.RunID, event.Actor, event.Phase, event.Action, payload)
	return err
}

// AppendProposalAudit adds a transition of a proposal to the chain.
func (l *Ledger) AppendProposalAudit(ctx context.Context, proposalID, action, actor string, payload any) error {
	body, err := canonicalJSON(payload)
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, l.pool, func(tx pgx.Tx) error {
		var prevHash string
		row := tx.QueryRow(ctx, `SELECT entry_hash FROM chat_proposal_audit ORDER BY id DESC LIMIT 1 FOR UPDATE`)
		if err := row.Scan(&prevHash); err != nil && err != pgx.ErrNoRows {
			return err
		}
		_, err := tx.Exec(ctx,
			`INSERT INTO chat_proposal_audit (proposal_id, action, actor, payload, prev_hash, entry_hash)
			 VALUES ($1, $2, $3, $4, $5, $6)`,
			proposalID, action, actor, body, prevHash, chainHash(prevHash, body, proposalID, action))
		return err
	})
}

// chainHash is SHA256(prev_hash || canonical_json(payload) || proposal_id || action).
func chainHash(prevHash string, body []byte, proposalID, action string) string {
	hash := sha256.New()
	fmt.Fprint(hash, prevHash)
	hash.Write(body)
	fmt.Fprint(hash, proposalID, action)
	return hex.EncodeToString(hash.Sum(nil))
}

// canonicalJSON sorts keys, as encoding/json does for maps.
func canonicalJSON(value any) ([]byte, error) {
	raw, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var plain any
	if err := json.Unmarshal(raw, &plain); err != nil {
		return nil, err
	}
	return json.Marshal(plain)
}
