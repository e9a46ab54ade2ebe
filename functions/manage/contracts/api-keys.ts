import * as z from 'zod/mini';
import { pageQuery, pause, time } from './common.ts';

/** A key as every answer after its creation shows it: without the secret. */
export const apiKey = z.object({
  keyId: z.string(),
  name: z.string(),
  /** The first and last characters of the secret. */
  hint: z.string(),
  status: z.enum(['active', 'revoked']),
  mode: z.enum(['live', 'test']),
  /** The address that gets a test key's mails; null if they are captured. */
  redirectTo: z.nullable(z.string()),
  /** A test key's recipients that get their mails: addresses, and domains as `@example.com`. */
  allow: z.array(z.string()),
  /** Null: a key without scopes. */
  scopes: z.nullable(z.array(z.string())),
  createdAt: time,
  revokedAt: z.nullable(time),
  /** Null: not paused. Every request with a paused key gets 403. */
  paused: z.nullable(pause),
});

export type ApiKey = z.output<typeof apiKey>;

/** `GET /api-keys`: lists all keys, including revoked ones, the newest first. */
export const apiKeyQuery = z.object(pageQuery);

/** `POST /api-keys`. Without `mode` it creates a live key, which has no `redirectTo` and no `allow`. */
export const newApiKey = z.object({
  name: z.string(),
  mode: z.optional(z.enum(['live', 'test'])),
  redirectTo: z.optional(z.string()),
  allow: z.optional(z.array(z.string())),
  scopes: z.optional(z.array(z.string())),
});

export type NewApiKey = z.output<typeof newApiKey>;

/** The only answer that contains the secret; no cache may store it. */
export const createdApiKey = z.object({ ...apiKey.shape, secret: z.string() });

export type CreatedApiKey = z.output<typeof createdApiKey>;
