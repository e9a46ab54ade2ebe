import { type Endpoint, routes } from '../../../../lib/routes.ts';
import { mintApiKey } from '../../../../shared/keys/api-key.ts';
import { broken, ok } from '../../../../shared/manage/doctor/check.ts';
import { deleteKey } from '../../../../shared/manage/keys.ts';
import { type Expected, type Probe, probeAll, refusalOf } from '../context/http.ts';
import { judged, type Step } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

export const newKey: Step = {
  code: 'new-key',
  asks: 'How soon API Gateway knows the key of a new account, and what it answers until then',
  async run(context) {
    const { problem, ms, refused } = await context.readiness();
    if (problem !== null) return broken(`The new key was not ready: ${problem}`);
    const before = refused === 0 ? '' : `, after ${refused} answers of 503`;
    return ok(`A new key worked ${(ms / 1000).toFixed(1)} seconds after its creation${before}`);
  },
};

const endpoints = Object.keys(routes) as Endpoint[];

export const keyRefusals: Step = {
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

function wrongRefusals(
  context: StepContext,
  how: string,
  key: string | undefined,
  expected: Expected,
): Promise<string[]> {
  const probes = endpoints.map((endpoint): Probe => {
    const path = `/${routes[endpoint].path}`;
    return { what: `POST ${path} ${how}`, request: { path, key, body: '{}' }, expected };
  });
  return probeAll(context, probes);
}

/** Revokes a second key, so that the account's first key stays active for other steps. */
async function wrongRefusalsAfterRevocation(context: StepContext): Promise<string[]> {
  const account = await context.account();
  const { keyId, key } = await context.newKey(account);
  await deleteKey(context.ports, keyId, account.accountId);
  return wrongRefusals(context, 'with the revoked key', key, refusalOf('revokedKey'));
}
