package lead

import "time"

func late(proposal Proposal, session Session) error {
	if time.Now().After(proposal.ExpiresAt) { // expect: approval-expiry
		return errExpired
	}
	if time.Now().After(session.ExpiresAt) { // ok: approval-expiry
		return errLogin
	}
	return nil
}
