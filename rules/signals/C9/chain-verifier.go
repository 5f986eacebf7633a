package ledger

// expect: chain-verifier
func VerifyChain(entries []Entry) int { return walk(entries) }

// ok: chain-verifier
func VerifyToken(token string) bool { return token != "" }
