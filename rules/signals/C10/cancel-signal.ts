const controller = new AbortController(); // expect: cancel-signal
const table = new Table(); // ok: cancel-signal
export async function killQuery(id: number) { await pool.query(`KILL QUERY ${id}`); } // expect: cancel-signal
export async function planQuery(id: number) { await pool.query(`EXPLAIN ${id}`); } // ok: cancel-signal
await killQuery(await planQuery(3));
