package shelf

import "net/http"

func find() {
	http.Get("https://example.org") // ok: tool-destination-request
}
