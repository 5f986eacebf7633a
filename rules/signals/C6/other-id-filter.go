package main

func lines(db Table, id string) Rows {
	return db.Query("select * from lines where chat_id = ?", id) // expect: other-id-filter
}

func shades(db Table, colour string) Rows {
	return db.Query("select * from shades where colour = ?", colour) // ok: other-id-filter
}
