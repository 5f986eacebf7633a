package shelf

import "github.com/mark3labs/mcp-go/client"

func Pour(kettle string) error {
	// expect: stdio-tool-server
	_, err := client.NewStdioMCPClient(kettle, nil)
	return err
}

func Look(address string) error {
	// ok: stdio-tool-server
	_, err := client.NewSSEMCPClient(address)
	return err
}
