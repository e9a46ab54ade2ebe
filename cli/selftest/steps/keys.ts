import { type Endpoint, routes } from '../../../lib/routes.ts';
import { mintApiKey } from '../../../shared/keys/api-key.ts';
import { broken, ok } from '../../../shared/manage/doctor/check.ts';
import { deleteKey } from '../../../shared/manage/keys.ts';
import type { Bench } from '../bench.ts';
import { type Expected, type Probe, probeAll, refusalOf } from '../probe.ts';
import { judged, type Step } from '../step.ts';

export const newKey: Step = {
  code: 'new-key',
  asks: 'How soon API Gateway knows the key of a new account, and what it answers until then',
  costs: { requests: 20 },
  async run(bench) {
    const { problem, ms, refused } = await bench.readiness();
    if (problem !== null) return broken(`The new key was not ready: ${problem}`);
    const before = refused === 0 ? '' : `, after ${refused} answers of 503`;
    return ok(`A new key worked ${(ms / 1000).toFixed(1)} seconds after its creation${before}`);
  },
};

const endpoints = Object.keys(routes) as Endpoint[];

export const keyRefusals: Step = {
  code: 'key-refusals',
  asks: 'Whether the three 401s match docs/api.md byte for byte, and a revoked key fails with the next request',
  costs: { requests: 25 },
  async run(bench) {
    const unknown = mintApiKey(bench.ports.randomBytes);
    const differences = [
      ...(await wrongRefusals(bench, 'without a key', undefined, refusalOf('noAuthorization'))),
      ...(await wrongRefusals(bench, 'with a malformed key', 'none', refusalOf('unknownKey'))),
      ...(await wrongRefusals(bench, 'with an unknown key', unknown, refusalOf('unknownKey'))),
      ...(await wrongRefusalsAfterRevocation(bench)),
    ];
    return judged(
      differences,
      'The 401s are as documented, and the request after a revocation was refused',
    );
  },
};

function wrongRefusals(
  bench: Bench,
  how: string,
  key: string | undefined,
  expected: Expected,
): Promise<string[]> {
  const probes = endpoints.map((endpoint): Probe => {
    const path = `/${routes[endpoint].path}`;
    return { what: `POST ${path} ${how}`, request: { path, key, body: '{}' }, expected };
  });
  return probeAll(bench, probes);
}

/** Revokes a second key, so that the account's first key stays active for other steps. */
async function wrongRefusalsAfterRevocation(bench: Bench): Promise<string[]> {
  const account = await bench.account();
  const { keyId, key } = await bench.newKey(account);
  await deleteKey(bench.ports, keyId, account.accountId);
  return wrongRefusals(bench, 'with the revoked key', key, refusalOf('revokedKey'));
}
