package store

import bolt "go.etcd.io/bbolt"

func open() {
	bolt.Open("state.db", 0600, nil) // expect: local-store
	bolt.Name() // ok: local-store
}

func paint(s Style) string {
	return toChroma(s.Name) // ok: local-store
}
