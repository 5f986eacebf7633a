package mem

func back(s *Store) {
	s.GetHistory("me") // expect: history-load
	s.GetPage("me") // ok: history-load
	s.MessageStore.Messages() // expect: history-load
}

func index(path string) any {
	return session.LoadSessionStore(path) // ok: history-load
}
