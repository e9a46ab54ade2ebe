import { type Endpoint, routes } from '../../../lib/routes.ts';
import { mintApiKey } from '../../../shared/keys/api-key.ts';
import { broken, ok } from '../../../shared/manage/doctor/check.ts';
import { deleteKey } from '../../../shared/manage/keys.ts';
import type { Bench } from '../bench.ts';
import { type Expected, type Probe, probeAll, refusalOf } from '../probe.ts';
import { differing, type Step } from '../step.ts';

const endpoints = Object.keys(routes) as Endpoint[];

export const keyRefusals: Step = {
  code: 'key-refusals',
  asks: 'Whether the three 401s are what docs/api.md says, to the byte, and a revoked key stops with the next request',
  costs: { requests: 25 },
  lasts: 'seconds',
  leaves: 'nothing',
  async run(bench) {
    const unknown = mintApiKey(bench.ports.randomBytes);
    const differences = [
      ...(await refusedEverywhere(bench, 'without a key', undefined, refusalOf('noAuthorization'))),
      ...(await refusedEverywhere(bench, 'with no key of ours', 'none', refusalOf('unknownKey'))),
      ...(await refusedEverywhere(bench, 'with an unknown key', unknown, refusalOf('unknownKey'))),
      ...(await afterRevocation(bench)),
    ];
    if (differences.length > 0) return broken(differing(differences));
    return ok('The 401s are as promised, and the request after a revocation was refused');
  },
};

function refusedEverywhere(
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

/** A key of its own: the account's goes on. */
async function afterRevocation(bench: Bench): Promise<string[]> {
  const account = await bench.account();
  const { keyId, key } = await bench.newKey(account);
  await deleteKey(bench.ports, keyId, account.accountId);
  return refusedEverywhere(bench, 'with the key just revoked', key, refusalOf('revokedKey'));
}
