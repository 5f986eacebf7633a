package conf

import "os"

func base() {
	os.UserConfigDir() // expect: user-config-dir
	os.Getwd() // ok: user-config-dir
}
