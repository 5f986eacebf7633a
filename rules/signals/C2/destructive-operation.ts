import { rmSync, statSync } from 'node:fs';

export const wipe = (p: string) => rmSync(p, { recursive: true }); // expect: destructive-operation
export const stat = (p: string) => statSync(p); // ok: destructive-operation
export const free = (lockPath: string) => rmSync(lockPath, { recursive: true }); // ok: destructive-operation
