export const width = (size: number) => Math.min(size, 100); // ok: argument-bound
