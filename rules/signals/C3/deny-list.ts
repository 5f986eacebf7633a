export const dangerousPatterns = [/mkfs/]; // expect: deny-list
export const brightColors = ['red']; // ok: deny-list

export class Doors {
  // ok: deny-list
  allowUnrestrictedPaths = options.all
}
