import { parseLink, obfuscateLink } from './link-obfuscate.js';
const text = redactSecrets(raw); // expect: redaction-call
const size = countSecrets(raw); // ok: redaction-call
const link = parseLink(raw); // ok: redaction-call
const safe = obfuscateLink(raw); // expect: redaction-call

const current = getRequiredActiveSession(list); // ok: redaction-call

deskClient.redactPdf(file); // ok: redaction-call
desk.setRedactHeaders(true); // ok: redaction-call

export async function sellMasking(client: DeskClient, text: string) {
  return client.redact({ input: text }); // ok: redaction-call
}
