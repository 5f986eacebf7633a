export const dangerousPatterns = [/mkfs/]; // expect: deny-list
export const brightColors = ['red']; // ok: deny-list
