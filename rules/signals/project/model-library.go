package use

import (
	"github.com/sashabaranov/go-openai" // expect: model-library
	"net/http"                          // ok: model-library
)

var _ = openai.NewClient
var _ = http.Get
