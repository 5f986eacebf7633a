import { z } from 'zod';

export const kind = z.enum(['open', 'closed']); // expect: argument-bound
export const name = z.string(); // ok: argument-bound
