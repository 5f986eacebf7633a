package ext

import "plugin"

func load(path string) {
	plugin.Open(path) // expect: extension-in-process
	plugin.Close(path) // ok: extension-in-process
}
