// expect: input-check-name
export function sanitizeCommand(line: string): string {
  return line
}

// ok: input-check-name
export function checkDay(day: string): string {
  return day
}
