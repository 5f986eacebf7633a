package demo

var defaults = Options{
	RequireApproval: true, // expect: approval-required-default
	Verbose:         true, // ok: approval-required-default
}
