package desk

func defaults() Tools {
	return Tools{
		RestrictToWorkspace: false, // expect: workspace-restriction
		RestrictHours:       false, // ok: workspace-restriction
	}
}
