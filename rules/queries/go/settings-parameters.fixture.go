package config

import "time"

// setting: constant max_steps = 25
const MaxSteps = 25

// setting: constant denied = ["rm", "dd"]
var Denied = []string{"rm", "dd"}

const (
	maxBytes = 1 << 20 // setting: constant max_bytes = 1048576
	Timeout  = 30 * time.Second // setting: constant timeout = <30 * time.Second>
)

type Config struct {
	Port    int    `env:"PORT" envDefault:"8080"` // setting: environment port = 8080
	Mode    string `default:"ask"` // setting: field mode = "ask"
	Token   string `envconfig:"TOKEN"` // setting: environment token = null
	Verbose bool   `env:"VERBOSE, default=true"` // setting: environment verbose = true
}

func DefaultConfig() *Config {
	return &Config{
		AutoApprove: false, // setting: field auto_approve = false
		Limits: Limits{
			MaxTokens: 4000, // setting: field limits.max_tokens = 4000
		},
	}
}

func (c *Config) fill() {
	if c.Retries == 0 {
		c.Retries = 3 // setting: field retries = 3
	}
}

var defaults = map[string]any{
	"sandbox": true, // setting: field sandbox = true
}
