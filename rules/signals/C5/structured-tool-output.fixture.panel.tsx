function handleResult(found: string[]) {
  return JSON.stringify(found) // ok: structured-tool-output
}
