db.exec("CREATE TABLE IF NOT EXISTS tool_calls (id int)"); // expect: record-table
db.exec("CREATE TABLE colours (id int)"); // ok: record-table
