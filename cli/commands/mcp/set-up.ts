import * as z from 'zod';
import { domainsByDns } from '../../../shared/adapters/dns/dns.ts';
import { addressRefusals } from '../../../shared/engine/verify/address-refusals.ts';
import { verifyAddress as verify } from '../../../shared/engine/verify/verify-address.ts';
import * as env from '../../../shared/env.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { examine } from '../doctor/doctor-commands.ts';
import { apart, untrusted } from './fields.ts';
import { tool } from './tool.ts';

export const doctor = tool({
  name: 'doctor',
  title: 'Check the set-up',
  about:
    'Checks the deployment: credentials, stack, SES, DNS records, tables, webhooks, flows and more. It changes nothing. It takes up to a minute.',
  untrusted: 'what AWS, the DNS and the templates say, and steps that quote it',
  input: z.strictObject({}),
  output: z.object({
    checks: z.array(
      z.object({
        code: z.string(),
        status: z.enum(['ok', 'broken', 'unknown']),
        why: z.string().describe('Why it matters'),
        untrusted: untrusted({
          found: z.string(),
          fix: z.array(z.string()).describe('What a person can do about it'),
        }),
      }),
    ),
    skipped: z.array(z.string()).describe('The codes of the checks that do not apply here'),
  }),
  run: async (_, { options }) => {
    const checks = await examine(options);
    return {
      checks: checks.flatMap(({ status, fix, ...check }) =>
        status === 'skipped' ? [] : apart({ ...check, status, fix: fix.map(({ text }) => text) }),
      ),
      skipped: checks.flatMap(({ code, status }) => (status === 'skipped' ? code : [])),
    };
  },
});

/** `valid` is left out: which findings count is a setting of the deployment's functions. */
const settings = { disposableIsInvalid: true, roleIsInvalid: false };

export const verifyAddress = tool({
  name: 'verify_address',
  title: 'Verify an address',
  about:
    'Checks the format of an address, and asks the DNS of this machine about its domain. It sends no mail, and does not know whether the mailbox exists; find_messages says whether the account has suppressed the address.',
  untrusted: null,
  input: z.strictObject({ address: z.string().describe('The address, such as a@b.example') }),
  output: z.object({
    format: z.boolean(),
    domain: z.boolean().describe('Whether the domain exists'),
    mxRecords: z.boolean().describe('Whether the domain accepts mail'),
    disposable: z.boolean().describe('Whether it is a domain of throw-away addresses'),
    role: z.boolean().describe('Whether it is the address of a role, such as info@'),
  }),
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
