package desk

import (
	"fmt" // ok: agent-protocol

	acp "github.com/coder/acp-go-sdk" // expect: agent-protocol
)

func Serve() { fmt.Println(acp.ProtocolVersionNumber) }
