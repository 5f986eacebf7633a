export function checkMemoryGate(folder) { // expect: content-check-name
  return folder;
}

export function deletePlugin(folder) { // ok: content-check-name
  return folder;
}
