// expect: argument-check-name
export function verifyTargetPath(target: string): string {
  return target
}

// expect: argument-check-name
function isAllowedTarget(target: string): boolean {
  return target.length > 0
}

// ok: argument-check-name
function renderTarget(target: string): string {
  return target
}

// ok: argument-check-name
function normalizeTarget(target: string): string {
  return target
}

// ok: argument-check-name
function isValidName(name: string): boolean {
  return name.length > 0
}
