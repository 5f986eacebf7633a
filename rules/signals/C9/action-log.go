package run

import "log"

func call(toolName string) {
	log.Printf("run %s", toolName) // expect: action-log
	log.Printf("ready") // ok: action-log
}
