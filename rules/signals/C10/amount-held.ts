export function find(limit: number, rows: string[]) {
  const held = Math.min(limit, 50); // expect: amount-held
  return rows.slice(0, held); // ok: amount-held
}
