package main

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func register(s *server.MCPServer) {
	// model: mcp serve in register tools=[readTool]
	s.AddTool(readTool, handleRead)
	// model: mcp serve in register tools=[writeTool]
	s.AddTools(server.ServerTool{Tool: writeTool, Handler: handleWrite})
}
