import * as z from 'zod';
import { examine } from '../doctor/doctor-commands.ts';
import { untrusted } from './fields.ts';
import { reads, tool } from './tool.ts';

const output = z.object({
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
});

export const doctor = tool({
  name: 'doctor',
  title: 'Check the set-up',
  about:
    'Checks the deployment: credentials, stack, SES, DNS records, tables, webhooks, flows and more. It changes nothing. It takes up to a minute.',
  untrusted: 'what AWS, the DNS and the templates say, and steps that quote it',
  input: z.strictObject({}),
  output,
  annotations: reads,
  run: async (_, { options }) => {
    const checks = await examine(options);
    return {
      checks: checks.flatMap(({ code, status, why, found, fix }) =>
        status === 'skipped'
          ? []
          : [{ code, status, why, untrusted: { found, fix: fix.map(({ text }) => text) } }],
      ),
      skipped: checks.flatMap(({ code, status }) => (status === 'skipped' ? code : [])),
    };
  },
});
