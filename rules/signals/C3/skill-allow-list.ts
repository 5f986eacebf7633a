export function call(worker: Worker, tool: string): void {
  if (!worker.allowedTools.includes(tool)) { // expect: skill-allow-list
    throw new Error(tool);
  }
  if (!worker.names.includes(tool)) { // ok: skill-allow-list
    return;
  }
}
