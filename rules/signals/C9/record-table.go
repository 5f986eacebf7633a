package store

import "database/sql"

func setup(db *sql.DB) {
	db.Exec("INSERT INTO audit_events VALUES (1)") // expect: record-table
	db.Exec("INSERT INTO colours VALUES (1)") // ok: record-table
}
