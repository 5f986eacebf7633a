import { createHmac, timingSafeEqual } from "crypto";

export function fresh(key, body, given) {
  const own = createHmac("sha256", key).update(body).digest();
  return timingSafeEqual(own, given); // expect: signed-request
}
