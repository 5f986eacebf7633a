package demo

var allowedBinaries = []string{"ls"} // expect: command-allow-list
var allowedColors = []string{"red"}  // ok: command-allow-list
