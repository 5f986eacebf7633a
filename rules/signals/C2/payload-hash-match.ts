import { createHash } from "crypto";

export function check(call: Call, approval: Approval): void {
  const own = createHash("sha256").update(call.payload).digest("hex");
  if (own !== approval.payloadHash) { // expect: payload-hash-match
    throw new Error("not what was approved");
  }
  if (call.owner !== approval.owner) { // ok: payload-hash-match
    throw new Error("another owner");
  }
}
