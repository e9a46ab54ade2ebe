import { routes } from '../../../../lib/routes.ts';
import { mintApiKey } from '../../../../shared/keys/api-key.ts';
import { broken, ok } from '../../../../shared/manage/doctor/check.ts';
import { deleteKey } from '../../../../shared/manage/keys.ts';
import { differenceOf, type ExpectedAnswer, refusalOf } from '../context/http.ts';
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
  for (const { path } of Object.values(routes)) {
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
