package load

import "plugin"

func open(path string) {
	plugin.Open(path) // expect: plugin-loader
}

func LoadPages(path string) string { // ok: plugin-loader
	return path
}

type PageSkillRegistry struct{ pages []string } // expect: plugin-loader

func (d *Desk) SkillRegistry() *PageSkillRegistry { // ok: plugin-loader
	return d.registry
}
