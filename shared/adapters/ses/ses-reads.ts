import type { CallTimes } from '../call-times.ts';
import { sesService, unless } from './ses-service.ts';
import { type SesSetup, toAccount, toConfigurationSet, toIdentity } from './ses-told.ts';

/** For a function: like `sesSetup`, without the SDK's client. */
export function sesReads(times: CallTimes): Omit<SesSetup, 'close'> {
  const call = sesService(times);
  const read = <T>(path: string) =>
    call({ method: 'GET', path: `/v2/email/${path}`, headers: {}, body: '' }, {}, (body) => {
      return JSON.parse(body) as T;
    });
  return {
    account: async () => toAccount(await read('account')),
    identity: async (name) => {
      const found = await unless(
        'NotFoundException',
        read<Parameters<typeof toIdentity>[0]>(`identities/${encodeURIComponent(name)}`),
      );
      return found && toIdentity(found);
    },
    configurationSet: async (name) => {
      const path = `configuration-sets/${encodeURIComponent(name)}`;
      type Told = Parameters<typeof toConfigurationSet>;
      const found = await unless(
        'NotFoundException',
        Promise.all([read<Told[0]>(path), read<Told[1]>(`${path}/event-destinations`)]),
      );
      return found && toConfigurationSet(...found);
    },
  };
}
