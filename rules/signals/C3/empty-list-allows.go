package paths

func (s *Server) allowed(path string) bool {
	if len(s.allowedDirs) == 0 { // expect: empty-list-allows
		return true
	}
	return within(path, s.allowedDirs)
}

func refused(path string, allowedDirs []string) bool {
	if len(allowedDirs) == 0 { // ok: empty-list-allows
		return false
	}
	return true
}
