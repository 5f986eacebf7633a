const maxConcurrentReads = 4; // expect: rate-word
const maxRows = 4; // ok: rate-word
export function handleRateLimit(answer: Response) { // ok: rate-word
  return answer.status === 429;
}
