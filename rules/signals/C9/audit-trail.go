package web

func handle(s *Server) {
	s.audit.Record("call") // expect: audit-trail
	s.pages.Record("call") // ok: audit-trail
}


func examine(w *World) {
	auditor.Audit(w) // ok: audit-trail
}

func rate(p Place) {
	auditor.CalcStates(p) // ok: audit-trail
}
