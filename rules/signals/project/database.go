package store

import (
	"database/sql" // expect: database
	"net/http"     // ok: database
)

var _ = sql.Open
var _ = http.Get
