package desk

import "log"

func answer(payload string) {
	log.Printf("answer %s", payload) // expect: log-payload
	log.Printf("done") // ok: log-payload
}
