package demo

var defaults = Options{
	AutoApprove: true, // expect: approval-off-default
	Verbose:     true, // ok: approval-off-default
}
