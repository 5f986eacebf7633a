export function resolveTrust(folder: string) { // expect: content-check-name
  return folder;
}

export function getContext() { // ok: content-check-name
  return 1;
}
