// expect: input-check-name
export function validateUrl(address) {
  return address
}

// ok: input-check-name
export function validateDay(day) {
  return day
}
