package send

import (
	"net/smtp" // expect: outward-message
	"net/http" // ok: outward-message
)

var _ = smtp.SendMail
var _ = http.Get
