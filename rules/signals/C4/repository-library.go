package repo

import (
	"github.com/go-git/go-git/v5" // expect: repository-library
	"net/http"                    // ok: repository-library
)

var _ = git.PlainOpen
var _ = http.Get
