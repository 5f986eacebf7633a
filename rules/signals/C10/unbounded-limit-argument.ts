import { z } from "zod";

export const ReadArgs = z.object({
  title: z.string(), // ok: unbounded-limit-argument
  tail: z.number().optional(), // expect: unbounded-limit-argument
  limit: z.number().max(50).optional(), // ok: unbounded-limit-argument
});
