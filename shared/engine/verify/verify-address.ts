import { parseAddress } from './address.ts';
import type { AddressRefusal } from './address-refusals.ts';
import { isDisposable } from './disposable.ts';
import type { DomainVerdict } from './domain-verdict.ts';
import { isRole } from './role.ts';

/** The checks of one address (spec §4.3). */
export interface Verification {
  /** Whether all checks pass that this deployment counts. */
  valid: boolean;
  format: boolean;
  domain: boolean;
  mxRecords: boolean;
  disposable: boolean;
  role: boolean;
}

/** Which findings make an address invalid, besides its format, its domain and its MX records. */
export interface VerifySettings {
  /** Default: true. */
  disposableIsInvalid: boolean;
  /** Default: false. A role address is a real mailbox: it is reported, not refused. */
  roleIsInvalid: boolean;
}

export type VerifyOutcome =
  | { outcome: 'verified'; verification: Verification }
  | { outcome: 'malformed'; reason: AddressRefusal }
  | { outcome: 'no answer' };

/** Runs every check on one address. If the DNS does not answer, the outcome is `no answer`. */
export async function verifyAddress(
  text: string,
  lookupDomain: (domain: string) => Promise<DomainVerdict>,
  settings: VerifySettings,
): Promise<VerifyOutcome> {
  const parsed = parseAddress(text);
  if (!parsed.ok) return { outcome: 'malformed', reason: parsed.reason };
  const { localPart, domain } = parsed.address;
  const verdict = await lookupDomain(domain);
  if (verdict === 'no answer') return { outcome: 'no answer' };
  const checks = {
    format: true,
    ...verdict,
    disposable: isDisposable(domain),
    role: isRole(localPart),
  };
  return { outcome: 'verified', verification: { valid: isValid(checks, settings), ...checks } };
}

function isValid(checks: Omit<Verification, 'valid'>, settings: VerifySettings): boolean {
  if (!checks.format || !checks.domain || !checks.mxRecords) return false;
  if (checks.disposable && settings.disposableIsInvalid) return false;
  return !(checks.role && settings.roleIsInvalid);
}
