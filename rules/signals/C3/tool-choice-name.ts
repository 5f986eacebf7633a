export function filterTools(names: string[]) { // expect: tool-choice-name
  return names;
}

export function names(page: string) { // ok: tool-choice-name
  return page;
}
