package load

import "plugin"

func open(path string) {
	plugin.Open(path) // expect: plugin-loader
}

func LoadPages(path string) string { // ok: plugin-loader
	return path
}
