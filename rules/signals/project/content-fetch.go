package read

import (
	"github.com/PuerkitoBio/goquery" // expect: content-fetch
	"net/http"                       // ok: content-fetch
)

var _ = goquery.NewDocument
var _ = http.Get
