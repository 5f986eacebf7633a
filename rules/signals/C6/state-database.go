package store

import "database/sql"

func open() {
	sql.Open("sqlite", "state.db") // expect: state-database
	sql.Drivers() // ok: state-database
}
