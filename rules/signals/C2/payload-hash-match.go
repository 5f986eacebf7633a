package lead

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
)

func check(proposal Proposal) error {
	sum := sha256.Sum256(proposal.Payload)
	payloadHash := hex.EncodeToString(sum[:])
	if subtle.ConstantTimeCompare([]byte(payloadHash), []byte(proposal.Approved.PayloadHash)) != 1 { // expect: payload-hash-match
		return errors.New("not what was approved")
	}
	return nil
}

func plain(proposal Proposal, own string) error {
	sum := sha256.Sum256(proposal.Payload)
	if hex.EncodeToString(sum[:]) != proposal.PayloadHash { // expect: payload-hash-match
		return errors.New("not what was approved")
	}
	if own != proposal.Owner { // ok: payload-hash-match
		return errors.New("another owner")
	}
	return nil
}
