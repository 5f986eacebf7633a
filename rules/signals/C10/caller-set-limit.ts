import { z } from "zod";

export const ReadArgs = z.object({
  title: z.string(), // ok: caller-set-limit
  tail: z.number().optional(), // expect: caller-set-limit
});
