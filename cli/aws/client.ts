import { awsFault } from '../../shared/adapters/aws-fault.ts';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';

/** The region that a client calls, and the profile that it uses. If one is undefined, the SDK finds it by itself. */
export interface ClientPlace {
  region?: string | undefined;
  profile?: string | undefined;
}

/** The configuration of an SDK client. */
export function clientSettings(times: CallTimes, { region, profile }: ClientPlace = {}) {
  return { ...(region && { region }), ...(profile && { profile }), ...callTimes(times) };
}

/** Makes a call with a client that nothing else uses, then closes the client. */
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

/** Returns the answer, or null if AWS refuses the call with the error of this name. */
export async function nullIf<T>(errorName: string, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (awsFault(error).name === errorName) return null;
    throw error;
  }
}
