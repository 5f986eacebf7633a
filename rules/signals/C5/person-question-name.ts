// expect: person-question-name
export function askUserFirst(step: string): string {
  return step
}

// ok: person-question-name
export function layoutFirst(step: string): string {
  return step
}
