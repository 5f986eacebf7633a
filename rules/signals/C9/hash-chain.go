package ledger

import "crypto/sha256"

// expect: hash-chain
func chained(prevHash string, body []byte) [32]byte {
	return sha256.Sum256(append([]byte(prevHash), body...))
}

// ok: hash-chain
func single(body []byte) [32]byte {
	return sha256.Sum256(body)
}
