export function isMutatingCall(name: string): boolean { // expect: change-classification
  return name !== "list";
}

export function isMutable(name: string): boolean { // ok: change-classification
  return name === "loan";
}
