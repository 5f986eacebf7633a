export function makeSandbox(folder) { // expect: sandbox-name
  return folder;
}

export function makeSandwich(bread) { // ok: sandbox-name
  return bread;
}
