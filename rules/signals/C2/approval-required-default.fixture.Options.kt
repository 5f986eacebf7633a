var requireCallApproval by store.boolean(true) // expect: approval-required-default
var requireLogin by store.boolean(true) // ok: approval-required-default
