package conf

import "os"

var base = os.Getenv("DEMO_ENDPOINT") // expect: endpoint-from-environment
var size = os.Getenv("DEMO_SIZE") // ok: endpoint-from-environment
