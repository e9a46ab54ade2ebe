import { awsFault } from '../../shared/adapters/aws-fault.ts';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';

/** Where a client calls AWS, and with which profile. What is undefined, the SDK finds by itself. */
export interface ClientPlace {
  region?: string | undefined;
  profile?: string | undefined;
}

/** The configuration of an SDK client. */
export function clientSettings(times: CallTimes, { region, profile }: ClientPlace = {}) {
  return { ...(region && { region }), ...(profile && { profile }), ...callTimes(times) };
}

/** Makes a call with a client that nothing else uses, and closes it. */
export async function callOnce<Client extends { destroy(): void }, T>(
  client: Client,
  call: (client: Client) => Promise<T>,
): Promise<T> {
  try {
    return await call(client);
  } finally {
    client.destroy();
  }
}

/** The answer, or null where AWS refuses with the error of this name. */
export async function nullIf<T>(errorName: string, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (awsFault(error).name === errorName) return null;
    throw error;
  }
}
