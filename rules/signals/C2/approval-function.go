package demo

func RequestApproval(call string) bool { // expect: approval-function
	return false
}

func renderTable(rows []string) []string { // ok: approval-function
	return rows
}

func resolveApprovalQueueStorePath(home string) string { // ok: approval-function
	return home
}

func approvalQueueMiddleware(queue *Queue) Middleware { // expect: approval-function
	return nil
}
