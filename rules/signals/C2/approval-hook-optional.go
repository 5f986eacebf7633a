package desk

func WithApprovalHandler(ask Ask) Option { // expect: approval-hook-optional
	return func(d *Desk) { d.ask = ask }
}

func WithTimeout(limit int) Option { // ok: approval-hook-optional
	return func(d *Desk) { d.limit = limit }
}
