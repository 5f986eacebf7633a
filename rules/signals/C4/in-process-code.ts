import vm from "node:vm";

export function compute(source: string, settings: { getEnableInteractiveShell(): boolean }, redis: { eval(s: string): void }) {
  const exec = (line: string) => line.length;
  vm.runInNewContext(source); // expect: in-process-code
  new Function(source); // expect: in-process-code
  Function("return this")(); // ok: in-process-code
  exec(source); // ok: in-process-code
  settings.getEnableInteractiveShell(); // ok: in-process-code
  redis.eval(source); // ok: in-process-code
}

const imports = {
  make: (at: number, length: number) => new Function(getStringFromWasm0(at, length)), // ok: in-process-code
};

export async function read(page: Page, script: string) {
  return await page.evaluate((text) => {
    const Reader = new Function("module", text); // ok: in-process-code
    return new Reader().parse();
  }, script);
}
