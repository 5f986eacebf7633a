package box

import "github.com/spf13/viper"

func load() {
	viper.GetStringOr("sandbox.mode", "docker") // expect: sandbox-configured
	viper.GetStringOr("sandbox.name", "docker") // ok: sandbox-configured
}
