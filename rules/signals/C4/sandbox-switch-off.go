package desk

import "flag"

var sandbox = flag.Bool("sandbox", false, "run in a sandbox") // expect: sandbox-switch-off
var sandals = flag.Bool("sandals", false, "wear sandals")     // ok: sandbox-switch-off
