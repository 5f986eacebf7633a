package load

import "net/http"

func load(address string, shelf Shelf) {
	http.Get(address)  // expect: network-request
	shelf.Get(address) // ok: network-request
}
