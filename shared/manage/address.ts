import { formatAddress, parseAddress } from '../engine/verify/address.ts';
import { addressRefusals } from '../engine/verify/address-refusals.ts';
import { ManageError, type ManageProblem } from './manage-error.ts';

/** The address in the form that SES uses. Throws a `ManageError` about `field` if it is none. */
export function checkAddress(text: string, field = 'address'): string {
  const parsed = parseAddress(text);
  if (parsed.ok) return formatAddress(parsed.address);
  const problem = notAnAddress(text, field, addressRefusals[parsed.reason]);
  throw new ManageError(problem.message, [problem]);
}

/** The problem with an address; null if it is valid. */
export function addressProblem(text: string, field = 'address'): ManageProblem | null {
  const parsed = parseAddress(text);
  return parsed.ok ? null : notAnAddress(text, field, addressRefusals[parsed.reason]);
}

function notAnAddress(text: string, field: string, reason: string): ManageProblem {
  return {
    code: 'bad-address',
    field,
    message: `${JSON.stringify(text)} is not a valid email address: ${reason}`,
  };
}
