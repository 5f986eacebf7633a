package box

import (
	"github.com/daytonaio/daytona/pkg/client" // expect: remote-sandbox
	"net/http"                                // ok: remote-sandbox
)

var _ = client.New
var _ = http.Get
