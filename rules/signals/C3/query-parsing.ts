export function isReadOnlySql(sql: string) { return sql.startsWith('select'); } // expect: query-parsing
export function trimSql(sql: string) { return sql.trim(); } // ok: query-parsing
