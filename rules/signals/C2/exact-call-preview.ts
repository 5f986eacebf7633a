import { createTwoFilesPatch } from 'diff';

export const preview = (a: string, b: string) => createTwoFilesPatch('a', 'b', a, b); // expect: exact-call-preview
export const same = (a: string, b: string) => compare(a, b); // ok: exact-call-preview

export function buildToolCallArguments(call: Call) { // ok: exact-call-preview
  return call.args;
}
export function formatToolCallMessage(call: Call) { // ok: exact-call-preview
  return call.args;
}
export function renderToolCall(call: Call) { // expect: exact-call-preview
  return call.args;
}
