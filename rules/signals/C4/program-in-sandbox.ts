declare function forwarded(args: string[]): string[];

export function startSandbox() {
  return forwarded(process.argv); // expect: program-in-sandbox
}

export async function main(config: object, cliArgs: string[]) {
  await start_sandbox(config, cliArgs); // expect: program-in-sandbox
  await start_worker(config, cliArgs); // ok: program-in-sandbox
}

export function version() {
  return forwarded(process.argv); // ok: program-in-sandbox
}
