declare function forwarded(args: string[]): string[];

export function startSandbox() {
  return forwarded(process.argv); // expect: program-in-sandbox
}

export function version() {
  return forwarded(process.argv); // ok: program-in-sandbox
}
