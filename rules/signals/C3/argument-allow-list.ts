export function enforceProjectAllowlist(name: string, allowed: Set<string>) { // expect: argument-allow-list
  if (allowed.size > 0 && !allowed.has(name)) {
    throw new Error("project not allowed");
  }
}

export function printAllowlist(allowed: Set<string>) { // ok: argument-allow-list
  console.log([...allowed].join(", "));
}
