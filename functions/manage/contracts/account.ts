import * as z from 'zod/mini';
import { rights, roles } from '../../../shared/people/roles.ts';

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
  /** The user's roles in this account, and what they allow; without sign-in, those of `npm start -- --as`. */
  roles: z.array(z.enum(roles)),
  may: z.array(z.enum(rights)),
  /** Since when no mail of the account is sent, and why; null if it sends. */
  paused: z.nullable(
    z.object({
      by: z.enum(['ses', 'operator']),
      at: z.string(),
      reason: z.nullable(z.string()),
    }),
  ),
  /** How many other persons have to approve a draft before it is published. */
  approvals: z.number(),
  /** Where test mails may go, the user's own address first; null: to any address. */
  testTo: z.nullable(z.array(z.string())),
});

export type Account = z.output<typeof account>;
