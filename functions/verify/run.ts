import { refuse } from '../../shared/engine/errors.ts';
import type { DomainVerdict } from '../../shared/engine/verify/domain-verdict.ts';
import { type VerifySettings, verifyAddress } from '../../shared/engine/verify/verify-address.ts';
import type { VerifyRequest, VerifyResponse } from './contract.ts';

export interface VerifyPorts {
  /** The verdict on a domain in lower-case A-labels. */
  lookupDomain: (domain: string) => Promise<DomainVerdict>;
  settings: VerifySettings;
}

/** Verifies one address. Throws the refusals `invalidEmail` and `noDnsAnswer`. */
export async function verifyEmail(
  { email }: VerifyRequest,
  { lookupDomain, settings }: VerifyPorts,
): Promise<VerifyResponse> {
  const result = await verifyAddress(email, lookupDomain, settings);
  if (result.outcome === 'malformed') throw refuse('invalidEmail');
  if (result.outcome === 'no answer') throw refuse('noDnsAnswer');
  return { email, verification: result.verification };
}
