package demo

import "net"

func public(ip net.IP) bool {
	return !ip.IsPrivate() // expect: internal-address-check
}

func text(ip net.IP) string {
	return ip.String() // ok: internal-address-check
}
