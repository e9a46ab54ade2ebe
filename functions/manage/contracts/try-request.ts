import * as z from 'zod/mini';
import { data } from './common.ts';

const message = 'must be the secret of a test key, which begins with pr_test_';

/** `POST /try-request`: makes a request to the API with a test key. A browser cannot: the API is at another address. */
export const tryRequest = z.object({
  operation: z.enum(['render', 'verify']),
  secret: z.string().check(z.regex(/^pr_test_[A-Za-z0-9]{1,100}$/, message)),
  body: data,
});

export type TryRequest = z.output<typeof tryRequest>;

/** The API's answer, as a caller gets it. */
export const triedAnswer = z.object({
  status: z.number(),
  requestId: z.nullable(z.string()),
  body: z.unknown(),
});

export type TriedAnswer = z.output<typeof triedAnswer>;
