import fs from "node:fs";

export async function get(address: string, target: string) {
  const body = await fetch(address);
  fs.writeFileSync(target, await body.text()); // ok: downloaded-program
  fs.chmodSync(target, 0o755); // expect: downloaded-program
}
