package team

type BudgetTracker struct{ left int } // expect: shared-budget
type PaperTracker struct{ left int } // ok: shared-budget
