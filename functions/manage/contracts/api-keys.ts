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
  /** When an active key ends, because another one replaces it; null: never. */
  activeUntil: z.nullable(time),
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

/** `POST /api-keys/{keyId}/rotate`: creates a key like it. The old one ends at `oldUntil`; null: when a person revokes it. */
export const keyRotation = z.object({ oldUntil: z.nullable(time) });

export type KeyRotation = z.output<typeof keyRotation>;

/** The new key with its secret, which no cache may store, and the key that it replaces. */
export const rotatedApiKey = z.object({ ...createdApiKey.shape, old: apiKey });

export type RotatedApiKey = z.output<typeof rotatedApiKey>;

/** `GET /api-keys/use`: how much each key was used in so many days, from the logs. */
export const keyUseDays = 7;

/** Keys without a request are absent. `uses` is null if CloudWatch did not answer in time. */
export const apiKeyUse = z.object({
  uses: z.nullable(z.array(z.object({ keyId: z.string(), requests: z.number(), lastAt: time }))),
});

export type ApiKeyUse = z.output<typeof apiKeyUse>;
