package demo

var defaults = Options{
	AutoApprove: true, // expect: approval-off-default
	Verbose:     true, // ok: approval-off-default
}

func (s *Session) answer(choice int) {
	if choice == always {
		s.SkipPermissions = true // ok: approval-off-default
	}
}

func initDefaults(o *Options) {
	o.SkipPermissions = true // expect: approval-off-default
}

func launch() *Session {
	return open(&Options{AutoApprove: true}) // expect: approval-off-default
}
