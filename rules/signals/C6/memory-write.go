package mem

func learn(s *Store, fact string) {
	s.AddMemory(fact) // expect: memory-write
	s.AddColour(fact) // ok: memory-write
}
