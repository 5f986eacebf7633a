package run

import "log"

func start() {
	log.Printf("started") // expect: log-call
	log.SetFlags(0) // ok: log-call
}
