module example.org/ops-pilot

go 1.23

require (
	github.com/mark3labs/mcp-go v0.32.0
	github.com/sashabaranov/go-openai v1.36.0
	gopkg.in/yaml.v3 v3.0.1
)
