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

export const loanTool = {
  name: "loan_change",
  inputSchema: {
    type: "object",
    properties: { step: { type: "string", enum: ["renew", "undo"] } }, // expect: undo-name
  },
};

export const shelfTool = {
  name: "shelf_change",
  inputSchema: {
    type: "object",
    properties: { step: { type: "string", enum: ["add", "undone"] } }, // ok: undo-name
  },
};

export const page = {
  onLoanUndo(loan: Loan) { return loan; },
  onEditShelfUndoDelete(loan: Loan) { return loan; }, // ok: undo-name
};

export function listBackups(shelf: Shelf) { // ok: undo-name
  return shelf;
}

export function createShelfBackup(shelf: Shelf) { // expect: undo-name
  return shelf;
}

export function takeHeapSnapshot(shelf: Shelf) { // ok: undo-name
  return shelf;
}

export function saveTurnLoopCheckpoint(shelf: Shelf) { // ok: undo-name
  return shelf;
}
