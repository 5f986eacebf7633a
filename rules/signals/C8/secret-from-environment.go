package conf

import "os"

var key = os.Getenv("DEMO_TOKEN") // expect: secret-from-environment
var port = os.Getenv("DEMO_PORT") // ok: secret-from-environment
var named = os.Getenv(ServiceToken) // expect: secret-from-environment

var other = utils.GetEnv(ServiceToken, "") // expect: secret-from-environment
var level = utils.GetEnv(ServiceLevel, "") // ok: secret-from-environment
