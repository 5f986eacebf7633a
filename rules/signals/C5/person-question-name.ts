// expect: person-question-name
export function askUserFirst(step: string): string {
  return step
}

// ok: person-question-name
export function layoutFirst(step: string): string {
  return step
}

// ok: person-question-name
export async function confirmSubscription(token: string): Promise<string> {
  return token
}

export const order = (row: Row) => ({
  // ok: person-question-name
  approver: row.approver,
  // ok: person-question-name
  dateConfirmed: row.dateConfirmed,
})

// ok: person-question-name
export function mapProviderName(name: string): string {
  return name
}
