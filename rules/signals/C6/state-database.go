package store

import "database/sql"

func open() {
	sql.Open("sqlite", "state.db") // expect: state-database
	sql.Drivers() // ok: state-database
}

func paint(s Style) string {
	return toChroma(s.Name) // ok: state-database
}
