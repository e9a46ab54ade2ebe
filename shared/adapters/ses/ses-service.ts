import * as env from '../../env.ts';
import { type CallTimes, callTimes } from '../call-times.ts';
import { type JsonCall, jsonService } from '../lambda/json-service.ts';
import { endpoint } from '../signed-call.ts';
import type { SesPlace } from './ses-call.ts';

/** SES's calls without the SDK's client, which is 90 KB of a bundle. Default: the function's own region and credentials. */
export function sesService(times: CallTimes, place?: SesPlace): JsonCall {
  const { caller, endpoint: own = process.env[env.sesEndpoint] } = place ?? {};
  return jsonService({
    ...{ name: 'ses', says: 'SES', times: callTimes(times), caller },
    url: endpoint('email', caller?.region ?? process.env.AWS_REGION, own),
  });
}

/** Returns null if SES answers with the error of this name. */
export async function unless<T>(name: string, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && error.name === name) return null;
    throw error;
  }
}
