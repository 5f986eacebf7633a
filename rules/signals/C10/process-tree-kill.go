package run

import "syscall"

func halt(pid int) {
	syscall.Kill(-pid, syscall.SIGKILL) // expect: process-tree-kill
	syscall.Getpid() // ok: process-tree-kill
}
