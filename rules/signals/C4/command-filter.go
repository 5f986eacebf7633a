package box

var blockedCommands = []string{"mkfs"} // expect: command-filter
var blockedColors = []string{"red"}    // ok: command-filter
