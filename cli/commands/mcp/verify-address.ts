import * as z from 'zod';
import { domainsByDns } from '../../../shared/adapters/dns/dns.ts';
import { addressRefusals } from '../../../shared/engine/verify/address-refusals.ts';
import { verifyAddress as verify } from '../../../shared/engine/verify/verify-address.ts';
import { env } from '../../../shared/env.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { tool } from './tool.ts';

const input = z.strictObject({ address: z.string().describe('The address, such as a@b.example') });

const output = z.object({
  format: z.boolean(),
  domain: z.boolean().describe('Whether the domain exists'),
  mxRecords: z.boolean().describe('Whether the domain accepts mail'),
  disposable: z.boolean().describe('Whether it is a domain of throw-away addresses'),
  role: z.boolean().describe('Whether it is the address of a role, such as info@'),
});

/** `valid` is left out: which findings count is a setting of the deployment's functions. */
const settings = { disposableIsInvalid: true, roleIsInvalid: false };

export const verifyAddress = tool({
  name: 'verify_address',
  title: 'Verify an address',
  about:
    'Checks the format of an address, and asks the DNS of this machine about its domain. It sends no mail, and does not know whether the mailbox exists; find_messages says whether the account has suppressed the address.',
  untrusted: null,
  input,
  output,
  annotations: { readOnlyHint: true, openWorldHint: true },
  run: async ({ address }) => {
    const lookup = domainsByDns(process.env[env.dnsServers] ?? '');
    const found = await verify(address, lookup, settings);
    if (found.outcome === 'malformed') {
      const reason = addressRefusals[found.reason];
      throw new ManageError(`${JSON.stringify(address)} is not a valid email address: ${reason}`);
    }
    if (found.outcome === 'no answer') {
      throw new ManageError('The DNS did not answer: ask again later');
    }
    const { valid: _, ...checks } = found.verification;
    return checks;
  },
});
