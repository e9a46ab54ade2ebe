import * as z from 'zod/mini';
import { pageQuery, time } from './common.ts';

/** A key as its owner sees it ever after. */
export const apiKey = z.object({
  keyId: z.string(),
  name: z.string(),
  /** The first and last characters of the secret. */
  hint: z.string(),
  status: z.enum(['active', 'revoked']),
  createdAt: time,
  revokedAt: z.nullable(time),
});

export type ApiKey = z.output<typeof apiKey>;

/** `GET /api-keys`: revoked ones too, the newest first. */
export const apiKeyQuery = z.object(pageQuery);

/** `POST /api-keys`. */
export const newApiKey = z.object({ name: z.string() });

/** The one answer that has the secret; it is never to be cached. */
export const createdApiKey = z.object({ ...apiKey.shape, secret: z.string() });

export type CreatedApiKey = z.output<typeof createdApiKey>;
