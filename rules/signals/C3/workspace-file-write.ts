import { readFileSync, writeFileSync } from 'node:fs';

export const save = (p: string, t: string) => writeFileSync(p, t); // expect: workspace-file-write
export const load = (p: string) => readFileSync(p); // ok: workspace-file-write
