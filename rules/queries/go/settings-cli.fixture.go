package main

import (
	"flag"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"
	"github.com/urfave/cli/v2"
)

func init() {
	// setting: cli_option host = "127.0.0.1"
	flag.String("host", "127.0.0.1", "address")
	// setting: cli_option yes = false
	flag.BoolVar(&yes, "yes", false, "never ask")
	// setting: cli_option max_turns = 10
	cmd.Flags().Int("max-turns", 10, "rounds")
	// setting: cli_option unsafe = false
	cmd.PersistentFlags().BoolVarP(&unsafe, "unsafe", "u", false, "run unguarded")
	// setting: cli_option allow = ["ls"]
	pflag.StringSlice("allow", []string{"ls"}, "commands")
	// setting: cli_option model = "gpt-x"
	cmd.Flags().StringP("model", "m", "gpt-x", "model")
	// setting: config_key sandbox.enabled = true
	viper.SetDefault("sandbox.enabled", true)
	// setting: environment agent_token = null
	viper.BindEnv("token", "AGENT_TOKEN")
}

var app = &cli.App{
	Flags: []cli.Flag{
		&cli.BoolFlag{Name: "public"}, // setting: cli_option public = false
		&cli.IntFlag{Name: "level", Value: 2}, // setting: cli_option level = 2
		&cli.StringFlag{Name: "key", EnvVars: []string{"AGENT_KEY"}}, // setting: environment agent_key = null
	},
}
