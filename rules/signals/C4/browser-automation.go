package web

import (
	"github.com/chromedp/chromedp" // expect: browser-automation
	"net/http"                     // ok: browser-automation
)

var _ = chromedp.Navigate
var _ = http.Get
