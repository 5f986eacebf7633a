import { createTwoFilesPatch } from 'diff';

export const preview = (a: string, b: string) => createTwoFilesPatch('a', 'b', a, b); // expect: exact-call-preview
export const same = (a: string, b: string) => compare(a, b); // ok: exact-call-preview
