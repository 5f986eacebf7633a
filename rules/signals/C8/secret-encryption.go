package vault

import (
	"crypto/cipher"
	"crypto/sha256"
)

func seal(b cipher.Block) {
	cipher.NewGCM(b) // expect: secret-encryption
	sha256.New() // ok: secret-encryption
}

func warnOfDesk() bool {
	return secretbox.KeyIsWeak() // ok: secret-encryption
}
