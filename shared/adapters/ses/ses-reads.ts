import * as env from '../../env.ts';
import { type CallTimes, callTimes } from '../call-times.ts';
import { jsonService } from '../lambda/json-service.ts';
import { endpoint } from '../signed-call.ts';
import { type SesSetup, toAccount, toConfigurationSet, toIdentity } from './ses-told.ts';

/** For a function: like `sesSetup`, without the SDK's client, which is 90 KB of a bundle. */
export function sesReads(times: CallTimes): Omit<SesSetup, 'close'> {
  const call = jsonService({
    ...{ name: 'ses', says: 'SES', times: callTimes(times) },
    url: endpoint('email', process.env.AWS_REGION, process.env[env.sesEndpoint]),
  });
  const read = <T>(path: string) =>
    call({ method: 'GET', path: `/v2/email/${path}`, headers: {}, body: '' }, {}, (body) => {
      return JSON.parse(body) as T;
    });
  return {
    account: async () => toAccount(await read('account')),
    identity: async (name) => {
      const found = await unlessNone(
        read<Parameters<typeof toIdentity>[0]>(`identities/${encodeURIComponent(name)}`),
      );
      return found && toIdentity(found);
    },
    configurationSet: async (name) => {
      const path = `configuration-sets/${encodeURIComponent(name)}`;
      type Told = Parameters<typeof toConfigurationSet>;
      const found = await unlessNone(
        Promise.all([read<Told[0]>(path), read<Told[1]>(`${path}/event-destinations`)]),
      );
      return found && toConfigurationSet(...found);
    },
  };
}

async function unlessNone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFoundException') return null;
    throw error;
  }
}
