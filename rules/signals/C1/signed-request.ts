import { createHmac, timingSafeEqual } from "crypto";

export function fresh(key: string, body: string, given: Buffer): boolean {
  const own = createHmac("sha256", key).update(body).digest();
  return timingSafeEqual(own, given); // expect: signed-request
}
