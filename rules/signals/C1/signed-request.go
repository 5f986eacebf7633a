package hooks

import (
	"crypto/hmac"
	"crypto/sha256"
)

func fresh(key, body, given []byte) bool {
	mac := hmac.New(sha256.New, key)
	mac.Write(body)
	return hmac.Equal(mac.Sum(nil), given) // expect: signed-request
}

func sum(key, body []byte) []byte {
	mac := hmac.New(sha256.New, key) // ok: signed-request
	mac.Write(body)
	return mac.Sum(nil)
}
