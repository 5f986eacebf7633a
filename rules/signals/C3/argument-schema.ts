import { z } from 'zod';

export const args = z.object({ query: z.string() }); // expect: argument-schema
export const text = z.describe('query'); // ok: argument-schema
