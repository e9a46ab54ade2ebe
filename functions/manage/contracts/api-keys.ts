import * as z from 'zod/mini';
import { pageQuery, time } from './common.ts';

/** A key as every answer after its creation shows it: without the secret. */
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

/** `GET /api-keys`: lists all keys, including revoked ones, the newest first. */
export const apiKeyQuery = z.object(pageQuery);

/** `POST /api-keys`. */
export const newApiKey = z.object({ name: z.string() });

/** The only answer that contains the secret; no cache may store it. */
export const createdApiKey = z.object({ ...apiKey.shape, secret: z.string() });

export type CreatedApiKey = z.output<typeof createdApiKey>;
