package repo

func CreateWorktree(folder string) string { // expect: worktree-isolation
	return folder
}

func CreateWork(folder string) string { // ok: worktree-isolation
	return folder
}
