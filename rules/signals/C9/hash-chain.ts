import { createHash } from "crypto";

// expect: hash-chain
export function chained(prevHash: string, body: string): string {
  return createHash("sha256").update(prevHash).update(body).digest("hex");
}

// ok: hash-chain
export function single(body: string): string {
  return createHash("sha256").update(body).digest("hex");
}
