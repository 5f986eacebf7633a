package connect

import (
	"k8s.io/client-go/rest" // expect: cloud-identity
	"net/http"              // ok: cloud-identity
)

var _ = rest.InClusterConfig
var _ = http.Get
