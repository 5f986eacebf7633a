package desk

import "os"

var key = os.Getenv("DESK_API_KEY") // expect: environment-key
var home = os.Getenv("DESK_HOME") // ok: environment-key
