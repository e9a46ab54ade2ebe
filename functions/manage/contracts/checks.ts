import * as z from 'zod/mini';

/** One step of a mend: something to say, a command, a page to open, a DNS record. */
export const mendStep = z.object({
  kind: z.enum(['say', 'run', 'open', 'record']),
  text: z.string(),
});

export type MendStep = z.output<typeof mendStep>;

/** One thing that may be wrong with how the deployment sends; `docs/operations.md` lists the codes. */
export const check = z.object({
  code: z.string(),
  status: z.enum(['ok', 'broken', 'unknown', 'skipped']),
  /** One sentence without its full stop; of an unknown one the reason. */
  found: z.string(),
  /** Why it matters, likewise. */
  why: z.string(),
  mend: z.array(mendStep),
});

export type Check = z.output<typeof check>;
