package demo

var allowedHosts = []string{"docs.example.test"} // expect: host-allow-list
var allowedColors = []string{"red"}              // ok: host-allow-list
