package run

func step(s *Store, m string) {
	s.AppendTranscript(m) // expect: transcript-store
	s.Refresh(m) // ok: transcript-store
	s.AddMessage(m) // ok: transcript-store
}
