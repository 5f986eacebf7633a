package run

func step(s *Store, m string) {
	s.AppendMessage(m) // expect: transcript-store
	s.Refresh(m) // ok: transcript-store
}
