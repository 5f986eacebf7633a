// Package config reads the operator's settings. Only the file in the operator's home is read.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"gopkg.in/yaml.v3"
)

// Server is an MCP server that the operator has chosen.
type Server struct {
	Name    string            `yaml:"name"`
	Command string            `yaml:"command"`
	Args    []string          `yaml:"args"`
	SHA256  string            `yaml:"sha256"`
	Env     map[string]string `yaml:"env"`
}

// Config holds the settings of a run.
type Config struct {
	Model        string   `yaml:"model"`
	Impersonate  string   `yaml:"impersonate"`
	EnabledTools []string `yaml:"enabled_tools"`
	MCPServers   []Server `yaml:"mcp_servers"`
}

// Default is what holds without a file: no MCP server.
func Default() Config {
	return Config{
		Model:        "gpt-4o",
		Impersonate:  "system:serviceaccount:ops:ops-pilot",
		EnabledTools: []string{"kubectl", "run_program"},
	}
}

// DefaultPath is the file in the operator's home.
func DefaultPath() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "ops-pilot", "config.yaml")
}

// Load reads the file if there is one and refuses one that others can read.
func Load(path string) (Config, error) {
	cfg := Default()
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return cfg, nil
	}
	if err != nil {
		return cfg, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return cfg, fmt.Errorf("%s can be read by others; chmod 600 it", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return cfg, err
	}
	if err := yaml.Unmarshal(data, &cfg); err != nil {
		return cfg, fmt.Errorf("%s: %w", path, err)
	}
	for _, server := range cfg.MCPServers {
		if !filepath.IsAbs(server.Command) || len(server.SHA256) != 64 {
			return cfg, fmt.Errorf("mcp server %s: give an absolute command and its sha256", server.Name)
		}
	}
	return cfg, nil
}

// Enabled tells whether a built-in tool is on.
func (c Config) Enabled(tool string) bool {
	return slices.Contains(c.EnabledTools, tool)
}
