package shelf

type Loan struct{}

func (l *Loan) CheckModifiesResource(arguments map[string]any) string { // expect: change-classification
	return "unknown"
}

func (l *Loan) Modify(arguments map[string]any) { // ok: change-classification
}
