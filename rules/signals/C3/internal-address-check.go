package demo

import "net"

func public(text string) bool {
	ip := net.ParseIP(text)
	return !ip.IsPrivate() // expect: internal-address-check
}

func local(ip net.IP) bool {
	return ip.IsLoopback() // ok: internal-address-check
}

func text(ip net.IP) string {
	return ip.String() // ok: internal-address-check
}
