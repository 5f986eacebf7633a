// Package mcp connects to MCP servers that the operator has configured.
package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
	openai "github.com/sashabaranov/go-openai"

	"example.org/ops-pilot/internal/config"
	"example.org/ops-pilot/internal/tools"
)

// Remote is a running server.
type Remote struct {
	client *client.Client
	tools  []tools.External
}

// Start checks the program's digest, shows the command line and starts the server with its own environment only.
func Start(ctx context.Context, server config.Server) (*Remote, error) {
	if err := checkDigest(server.Command, server.SHA256); err != nil {
		return nil, err
	}
	if !trustPlugin(server.Name, append([]string{server.Command}, server.Args...)) {
		return nil, fmt.Errorf("not trusted")
	}
	var env []string
	for name, value := range server.Env {
		env = append(env, name+"="+value)
	}
	start := func(ctx context.Context, command string, env, args []string) (*exec.Cmd, error) {
		cmd := exec.CommandContext(ctx, command, args...)
		cmd.Env = env
		return cmd, nil
	}
	connection, err := client.NewStdioMCPClientWithOptions(
		server.Command, env, server.Args, transport.WithCommandFunc(start))
	if err != nil {
		return nil, err
	}
	request := protocol.InitializeRequest{}
	request.Params.ProtocolVersion = protocol.LATEST_PROTOCOL_VERSION
	request.Params.ClientInfo = protocol.Implementation{Name: "ops-pilot", Version: "0.3.0"}
	if _, err := connection.Initialize(ctx, request); err != nil {
		connection.Close()
		return nil, err
	}
	listed, err := connection.ListTools(ctx, protocol.ListToolsRequest{})
	if err != nil {
		connection.Close()
		return nil, err
	}
	remote := &Remote{client: connection}
	for _, tool := range listed.Tools {
		remote.tools = append(remote.tools, &remoteTool{client: connection, server: server.Name, tool: tool})
	}
	return remote, nil
}

// Tools lists what the server offers.
func (r *Remote) Tools() []tools.External { return r.tools }

// Close ends the server.
func (r *Remote) Close() error { return r.client.Close() }

// trustPlugin shows what will run and asks.
func trustPlugin(name string, command []string) bool {
	fmt.Fprintf(os.Stderr, "start mcp server %s as %q? [y/N] ", name, command)
	var answer string
	if _, err := fmt.Fscanln(os.Stdin, &answer); err != nil {
		return false
	}
	return answer == "y"
}

func checkDigest(path, want string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return err
	}
	if got := hex.EncodeToString(hash.Sum(nil)); !strings.EqualFold(got, want) {
		return fmt.Errorf("%s has digest %s, configured is %s", path, got, want)
	}
	return nil
}

type remoteTool struct {
	client *client.Client
	server string
	tool   protocol.Tool
}

func (t *remoteTool) Definition() openai.FunctionDefinition {
	return openai.FunctionDefinition{
		Name:        t.server + "_" + t.tool.Name,
		Description: t.tool.Description,
		Parameters:  t.tool.InputSchema,
	}
}

func (t *remoteTool) Call(ctx context.Context, arguments json.RawMessage) (string, error) {
	var values map[string]any
	if err := json.Unmarshal(arguments, &values); err != nil {
		return "", err
	}
	request := protocol.CallToolRequest{}
	request.Params.Name = t.tool.Name
	request.Params.Arguments = values
	result, err := t.client.CallTool(ctx, request)
	if err != nil {
		return "", err
	}
	var texts []string
	for _, content := range result.Content {
		if text, ok := content.(protocol.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	return strings.Join(texts, "\n"), nil
}
