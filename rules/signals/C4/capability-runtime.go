package box

import (
	"github.com/tetratelabs/wazero" // expect: capability-runtime
	"net/http"                      // ok: capability-runtime
)

var _ = wazero.NewRuntime
var _ = http.Get
