export function assign(worker: Worker, phase: Phase): void {
  if (worker.safetyLevel > phase.maxLevel) { // expect: level-ceiling
    throw new Error("refused");
  }
  if (heading.level > 2) { // ok: level-ceiling
    return;
  }
}
