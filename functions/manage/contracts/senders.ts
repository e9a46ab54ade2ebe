import * as z from 'zod/mini';

/** An address or a domain that flows may send from; `*` where the deployment takes any. */
export const sender = z.object({
  identity: z.string(),
  status: z.enum(['verified', 'pending', 'failed', 'unknown']),
  /** What to do about it; null where nothing is to be done. */
  advice: z.nullable(z.string()),
});

export type Sender = z.output<typeof sender>;
