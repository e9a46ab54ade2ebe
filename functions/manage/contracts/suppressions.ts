import * as z from 'zod/mini';
import { pageQuery, time } from './common.ts';

/** An address that the account sends nothing to. */
export const suppression = z.object({
  address: z.string(),
  reason: z.enum(['bounce', 'complaint', 'manual']),
  at: time,
  /** The provider's own words, or an operator's note. */
  detail: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
});

export type Suppression = z.output<typeof suppression>;

/** `GET /suppressions`, in the order of the alphabet. */
export const suppressionQuery = z.object(pageQuery);

/** `POST /suppressions`. One that is there already stays as it is. */
export const newSuppression = z.object({
  address: z.string(),
  note: z._default(z.nullable(z.string()), null),
});
