export async function rows(db: Db, name: string) {
  // expect: query-from-text
  await db.query(`SELECT title FROM books WHERE author = '${name}'`);
  // ok: query-from-text
  return db.query("SELECT title FROM books WHERE author = $1", [name]);
}
