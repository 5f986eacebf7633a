package demo

import "net"

func public(host string) bool {
	ip := net.ParseIP(host)
	return !ip.IsPrivate() // expect: internal-address-check
}

// A drawing of a network sorts its nodes.
func outer(text string) bool {
	ip := net.ParseIP(text)
	return !ip.IsPrivate() && !ip.IsLoopback() // ok: internal-address-check
}

func local(ip net.IP) bool {
	return ip.IsLoopback() // ok: internal-address-check
}

func text(ip net.IP) string {
	return ip.String() // ok: internal-address-check
}
