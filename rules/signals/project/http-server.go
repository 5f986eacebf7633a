package serve

import "net/http"

func serve(log Log) {
	http.ListenAndServe(":1", nil) // expect: http-server
	log.Listen(":1")               // ok: http-server
}
