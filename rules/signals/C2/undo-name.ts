export function rollbackLoan(loan: Loan) { // expect: undo-name
  return loan;
}

export function restoreScrollback(lines: string[]) { // ok: undo-name
  return lines;
}

export function runDocker(image: string) { // ok: undo-name
  return image;
}

export function takeShelfSnapshot(shelf: Shelf) { // expect: undo-name
  return shelf;
}
