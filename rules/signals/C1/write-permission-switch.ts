export function connect(dsn: string, readOnly = true) { // expect: write-permission-switch
  return dsn;
}
export function label(name: string, bold = true) { // ok: write-permission-switch
  return name;
}
