package conf

var place = filepath.Join(home, ".claude", "skills") // expect: host-agent-config
var page = filepath.Join(home, ".demo") // ok: host-agent-config
