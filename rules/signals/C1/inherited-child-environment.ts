import { spawn } from 'node:child_process';

export const start = (bin: string) => spawn(bin, [], { env: { ...process.env, CI: '1' } }); // expect: inherited-child-environment
export const lean = (bin: string) => spawn(bin, [], { env: { PATH: '/usr/bin' } }); // ok: inherited-child-environment

export const host = [...process.env["SHELF_HOST"].split(",")]; // ok: inherited-child-environment
