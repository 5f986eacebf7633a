export class DeskSandbox { // expect: sandbox-name
  open() {
    return 1;
  }
}

export function listSandboxes() { // ok: sandbox-name
  return [];
}

export function runInContainer(line: string) { // expect: sandbox-name
  return line;
}
