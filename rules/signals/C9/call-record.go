package run

func after(s *Store, c Call) {
	s.RecordEvent(c) // expect: call-record
	s.Refresh(c) // ok: call-record
}
