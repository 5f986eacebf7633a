package use

import (
	"github.com/cloudwego/eino/compose" // expect: agent-framework
	"net/http"                          // ok: agent-framework
)

var _ = compose.NewGraph
var _ = http.Get
