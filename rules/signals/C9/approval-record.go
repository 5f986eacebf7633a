package store

func (Gate) TableName() string { return "gate_approvals" } // expect: approval-record
func (Menu) TableName() string { return "menus" } // ok: approval-record
