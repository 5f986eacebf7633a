export const dangerousPatterns = [/mkfs/]; // expect: command-filter

export function isDangerousCommand(line: string) { // expect: command-filter
  return dangerousPatterns.some((p) => p.test(line));
}

export function generateCodeVerifier(length: number) { // ok: command-filter
  return "a".repeat(length);
}

export function isDanish(text: string) { // ok: command-filter
  return text.includes("da");
}

let hasShownDangerousCommandWarning = false; // ok: command-filter
export const warned = () => hasShownDangerousCommandWarning;
