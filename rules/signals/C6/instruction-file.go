package ctx

var names = []string{"AGENTS.md"} // expect: instruction-file
var other = []string{"README.md"} // ok: instruction-file
