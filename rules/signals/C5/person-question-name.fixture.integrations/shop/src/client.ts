// ok: person-question-name
export async function requestApproval(item: string): Promise<string> {
  return item
}
