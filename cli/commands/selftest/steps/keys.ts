import * as z from 'zod/mini';
import { endpoints } from '../../../../lib/routes.ts';
import { mintApiKey } from '../../../../shared/keys/api-key.ts';
import { broken, ok } from '../../../../shared/manage/doctor/check.ts';
import { createKey, deleteKey } from '../../../../shared/manage/keys.ts';
import { isCaptured } from '../../../../shared/message/message-id.ts';
import { bodyOf, differenceOf, type ExpectedAnswer, inShort, refusalOf } from '../context/http.ts';
import { execute, followMessage, readyToMail, sentId, simulator } from '../context/mail.ts';
import { judged, type SelftestStep } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

export const newKey: SelftestStep = {
  code: 'new-key',
  asks: 'How soon API Gateway knows the key of a new account, and what it answers until then',
  async run(context) {
    const { problem, ms, refused } = await context.readiness();
    if (problem !== null) return broken(`The new key was not ready: ${problem}`);
    const before = refused === 0 ? '' : `, after ${refused} answers of 503`;
    return ok(`A new key worked ${(ms / 1000).toFixed(1)} seconds after its creation${before}`);
  },
};

export const keyRefusals: SelftestStep = {
  code: 'key-refusals',
  asks: 'Whether the three 401s match docs/api.md byte for byte, and a revoked key fails with the next request',
  async run(context) {
    const unknown = mintApiKey(context.ports.randomBytes);
    const differences = [
      ...(await wrongRefusals(context, 'without a key', undefined, refusalOf('noAuthorization'))),
      ...(await wrongRefusals(context, 'with a malformed key', 'none', refusalOf('unknownKey'))),
      ...(await wrongRefusals(context, 'with an unknown key', unknown, refusalOf('unknownKey'))),
      ...(await wrongRefusalsAfterRevocation(context)),
    ];
    return judged(
      differences,
      'The 401s are as documented, and the request after a revocation was refused',
    );
  },
};

async function wrongRefusals(
  context: StepContext,
  how: string,
  key: string | undefined,
  expected: ExpectedAnswer,
): Promise<string[]> {
  const problems: string[] = [];
  for (const path of endpoints) {
    const answer = await context.call({ path: `/${path}`, key, body: '{}' });
    const difference = differenceOf(answer, expected);
    if (difference !== null) problems.push(`POST /${path} ${how} ${difference}`);
  }
  return problems;
}

/** Revokes a second key, so that the account's first key stays active for other steps. */
async function wrongRefusalsAfterRevocation(context: StepContext): Promise<string[]> {
  const account = await context.account();
  const { keyId, key } = await context.newKey(account);
  await deleteKey(context.ports, keyId, account.accountId);
  return wrongRefusals(context, 'with the revoked key', key, refusalOf('revokedKey'));
}

const told = z.object({
  messages: z.array(
    z.object({
      state: z.string(),
      content: z.nullable(z.object({ html: z.nullable(z.string()) })),
    }),
  ),
});

export const testKeys: SelftestStep = {
  code: 'test-keys',
  asks: "Whether a test key's mail is captured and can be read, an allow-list lets only its addresses get mails, and a request outside the scopes gets 403",
  async run(context) {
    const { account, templateId } = await readyToMail(context);
    const { accountId } = account;
    const allowed = simulator('success+allowed');
    const scopes = ['execute', 'messages'];
    const scoped = await createKey(context.ports, { accountId, name: 'scoped', test: {}, scopes });
    const test = { allow: [allowed] };
    const listed = await createKey(context.ports, { accountId, name: 'listed', test });
    const problems: string[] = [];

    const send = (secret: string, to: string) =>
      execute(context, { ...account, key: secret }, templateId, { to });
    for (const [key, mailbox] of [
      [scoped, 'bounce+captured'],
      [listed, 'success+other'],
    ] as const) {
      const answer = await send(key.secret, simulator(mailbox));
      if (!isCaptured({ sesMessageId: sentId(answer) })) {
        problems.push(`The mail of a test key to ${mailbox} was not captured: ${inShort(answer)}`);
      }
    }

    const to = simulator('bounce+captured');
    const path = { key: scoped.secret, body: JSON.stringify({ to }) };
    const read = await context.call({ path: '/message', ...path });
    const [message] = bodyOf(read, told)?.messages ?? [];
    if (message?.state !== 'BOUNCED' || !message.content?.html) {
      problems.push(`The captured mail is not shown as BOUNCED with its HTML: ${inShort(read)}`);
    }

    const body = JSON.stringify({ template_id: templateId });
    const outside = await context.call({ path: '/render', key: scoped.secret, body });
    const difference = differenceOf(outside, refusalOf('endpointForbidden', 'render'));
    if (difference !== null) problems.push(`A request outside the scopes ${difference}`);

    const passed = await send(listed.secret, allowed);
    const id = passed.headers['x-message-id'];
    const sesMessageId = sentId(passed);
    if (!id || sesMessageId === null || isCaptured({ sesMessageId })) {
      problems.push(`The mail to an address of the allow-list was not sent: ${inShort(passed)}`);
    } else {
      const { problem } = await followMessage(context, account, id, 'DELIVERED');
      if (problem !== null) problems.push(problem);
    }
    return judged(
      problems,
      'Two mails of test keys were captured, one to an address of an allow-list was delivered, and a request outside the scopes got 403',
    );
  },
};
