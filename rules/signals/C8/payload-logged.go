package run

import "log"

func call(arguments string) {
	log.Printf("call %s", arguments) // expect: payload-logged
	log.Printf("done") // ok: payload-logged
}
