package box

import "syscall"

func attributes() *syscall.SysProcAttr {
	group := &syscall.SysProcAttr{Setpgid: true} // ok: other-account
	group.Credential = &syscall.Credential{Uid: 65534} // expect: other-account
	return group
}
