package store

func rows(db *DB, id string) {
	db.Where("user_id = ?", id) // expect: owner-filter
	db.Where("colour = ?", id) // ok: owner-filter
}
