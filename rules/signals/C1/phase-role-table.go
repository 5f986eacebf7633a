package lead

// expect: phase-role-table
var phaseRoles = map[string][]string{"detect": {"alerter"}, "approved": {"repairer"}}

// ok: phase-role-table
var phaseNames = map[string]string{"detect": "Detection"}

func roles(phase string) []string { return phaseRoles[phase] }
