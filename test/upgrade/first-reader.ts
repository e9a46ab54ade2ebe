import { zstdDecompressSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';

/**
 * What the first version of the service demands of what it reads, frozen as it was: who changes one
 * of these has changed what an older version, deployed again, can read. It ignores what it does not
 * know, except in a plan, where anything unknown makes the flow one that it does not run.
 */
const S = z.object({ S: z.string() });
const N = z.object({ N: z.string() });
const M = z.object({ M: z.record(z.string(), z.unknown()) });
const B = z.object({ B: z.instanceof(Uint8Array) });

const account = z.object({
  accountId: S,
  name: S,
  plan: z.object({ S: z.enum(['free', 'pro', 'team']) }),
  gatewayKeyId: S,
  usageIdentifierKey: S,
  createdAt: S,
});

const key = z.union([
  z.object({ keyHash: S, pointsTo: S }),
  z.object({
    keyHash: S,
    keyId: S,
    accountId: S,
    name: S,
    hint: S,
    status: z.object({ S: z.enum(['active', 'revoked']) }),
    createdAt: S,
    usageIdentifierKey: S,
  }),
]);

const head = z.object({ name: S, subject: S, flowStatus: S, revision: N, updatedAt: S });
const storedRevision = z.object({ createdAt: S, revision: N, content: B });

const node = z.string();
const plan = z.strictObject({
  version: z.literal(1),
  variables: z.array(
    z.strictObject({
      node,
      defaults: z.array(z.strictObject({ name: z.string(), value: z.unknown() })),
    }),
  ),
  checks: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({ node, kind: z.literal('email_domain') }),
      z.strictObject({ node, kind: z.literal('required_fields'), fields: z.array(z.string()) }),
      z.strictObject({
        node,
        kind: z.literal('regex'),
        field: z.string(),
        pattern: z.string(),
        message: z.string().nullable(),
      }),
    ]),
  ),
  template: z.string().nullable(),
  output: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('provider'),
      node,
      provider: z.literal('ses'),
      from: z.string(),
      replyTo: z.string().nullable(),
    }),
    z.strictObject({ type: z.literal('callback'), node: z.string().nullable() }),
  ]),
});

const revision = z.object({
  format: z.literal(1),
  name: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string().optional(),
  testData: z.record(z.string(), z.unknown()).optional(),
  textTemplate: z.array(z.unknown()).nullable(),
  plan: plan.optional(),
});

const message = z.object({
  accountId: S,
  format: z.object({ N: z.literal('1') }),
  requestId: S,
  keyId: S,
  templateId: S,
  revision: N,
  subject: S,
  recipients: M,
  state: S,
  owner: S,
  leaseUntilMs: N,
  createdAt: S,
  events: M,
  trace: S,
  expiresAt: N,
});

/** It refuses such a message by name, and leaves it as it is. */
const newerMessage = z.object({
  format: z.object({ N: z.string().refine((digits) => Number(digits) > 1) }),
});

const claim = z.object({ messageId: S, bodyHash: S, owner: S, leaseUntilMs: N, expiresAt: N });
const suppression = z.object({ accountId: S, reason: S, at: S });
const user = z.object({ sub: S, accountId: S, email: S, invitedAt: S });

type Item = Record<string, AttributeValue>;
type TableName = 'accounts' | 'keys' | 'templates' | 'messages' | 'users';

/** Reads an item as the first version does. Throws where that one could not use it. */
export function readAsFirstVersion(table: TableName, item: Item): void {
  const sk = item.sk?.S ?? '';
  shapeOf(table, sk).parse(item);
  if (!sk.startsWith('R#')) return;
  const { content } = storedRevision.parse(item);
  revision.parse(JSON.parse(zstdDecompressSync(content.B).toString()));
}

function shapeOf(table: TableName, sk: string): z.ZodType {
  if (table === 'templates') return sk.startsWith('T#') ? head : storedRevision;
  if (table === 'messages') {
    if (sk.startsWith('M#')) return z.union([message, newerMessage]);
    return sk.startsWith('I#') ? claim : suppression;
  }
  return { accounts: account, keys: key, users: user }[table];
}
