package demo

var enabledToolsets = []string{"read"} // expect: tool-selection
var enabledColors = []string{"red"}    // ok: tool-selection
