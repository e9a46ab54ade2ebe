import * as z from 'zod/mini';

/** `GET /account`: the caller's account, and its limits. */
export const account = z.object({
  accountId: z.string(),
  name: z.string(),
  plan: z.enum(['free', 'pro', 'team']),
  limits: z.object({
    requestsPerMinute: z.number(),
    recipients: z.number(),
    templateHtmlBytes: z.number(),
  }),
  /** Requests of all keys by day, the newest last; null if the gateway does not answer. */
  usage: z.nullable(z.array(z.object({ date: z.string(), requests: z.number() }))),
  /** The base address of `/v1`. */
  baseUrl: z.string(),
  /** The accounts that the user may open, by name; without sign-in all of the local run. */
  accounts: z.array(z.object({ accountId: z.string(), name: z.string() })),
  /** Null without sign-in. */
  user: z.nullable(z.object({ email: z.string() })),
});

export type Account = z.output<typeof account>;
