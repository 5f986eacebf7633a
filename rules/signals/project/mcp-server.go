package serve

import (
	"github.com/mark3labs/mcp-go/server" // expect: mcp-server
	"net/http"                           // ok: mcp-server
)

var _ = server.ServeStdio
var _ = http.Get
