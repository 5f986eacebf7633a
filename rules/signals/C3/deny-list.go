package demo

var forbiddenPaths = []string{"/etc"} // expect: deny-list
var brightColors = []string{"red"}    // ok: deny-list
