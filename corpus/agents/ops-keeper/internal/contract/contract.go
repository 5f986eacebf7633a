// Package contract reads what a repair has to meet.
package contract

import (
	"fmt"
	"os"
	"slices"
	"time"

	"gopkg.in/yaml.v3"
)

// DefaultPath is where the contract lies.
const DefaultPath = "loop_contract.yaml"

// ProposalTTL holds where the contract gives no other time.
const ProposalTTL = 4 * time.Hour

// Contract is the file.
type Contract struct {
	Guard struct {
		RequiredApproval string   `yaml:"required_approval"`
		ExactMatch       []string `yaml:"exact_match"`
		ToolAllowlist    []string `yaml:"tool_allowlist"`
	} `yaml:"guard"`
	Proposal struct {
		TTL time.Duration `yaml:"ttl"`
	} `yaml:"proposal"`
	Audit struct {
		OnDispatch string `yaml:"on_dispatch"`
	} `yaml:"audit"`
}

// Load refuses a contract that asks for less than a person and an exact match.
func Load(path string) (*Contract, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	contract := &Contract{}
	if err := yaml.Unmarshal(data, contract); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if contract.Proposal.TTL == 0 {
		contract.Proposal.TTL = ProposalTTL
	}
	if contract.Guard.RequiredApproval != "human" {
		return nil, fmt.Errorf("%s: required_approval must be human", path)
	}
	for _, field := range []string{"resource", "command", "payload_hash"} {
		if !slices.Contains(contract.Guard.ExactMatch, field) {
			return nil, fmt.Errorf("%s: exact_match must name %s", path, field)
		}
	}
	if contract.Audit.OnDispatch != "ledger.append" {
		return nil, fmt.Errorf("%s: on_dispatch must be ledger.append", path)
	}
	return contract, nil
}
