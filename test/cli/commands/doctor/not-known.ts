import { examineOnAws } from '../../../../cli/commands/doctor/on-aws.ts';
import { exitCodeOf, reportText } from '../../../../cli/commands/doctor/report.ts';
import { expect, test } from '../../../jest.ts';
import { set } from './broken-set-ups.ts';
import { code, denied, expectVerdict, patient, refused, type Verdict } from './examination.ts';
import { type Health, healthy, region } from './health.ts';

const notByCdk = /^The stack's template cannot be read: the CDK did not write it/;
const unreadable = (template: string): [string, [(health: Health) => void, Verdict]] => [
  `a check that needs the template is unknown if the template is ${JSON.stringify(template)}`,
  [
    set({ template }),
    {
      unknown: ['send-rate', 'bundles-older-than-code', 'no-point-in-time-recovery'],
      of: { 'bundles-older-than-code': { found: expect.stringMatching(notByCdk) } },
    },
  ],
];

test('a check without an answer is unknown, and the other checks do not wait for it', async () => {
  patient.health = healthy(code);
  patient.health.instead = () => 'hang';
  patient.health.dns = () => 'silence';
  Object.assign(process.env, patient.environment);

  const checks = await examineOnAws({ stack: 'postrider', region }, 50);

  expect(new Set(checks.map(({ status, found }) => `${status}: ${found}`))).toEqual(
    new Set(['unknown: No answer within 0.05 seconds']),
  );
  expect(exitCodeOf(checks)).toBe(1);
  expect(reportText(checks).split('\n').slice(-2)).toEqual([
    'Nothing is known to be broken, 0 good, 34 not known.',
    'doctor could not read the deployment, so it ends with exit code 1: No answer within 0.05 seconds.',
  ]);
});

const notKnown: Record<string, [(health: Health) => void, Verdict]> = {
  'a check names the missing permission, and the other checks still run': [
    (health) => {
      denied('ses GET /v2/email/account', 'ses:GetAccount')(health);
      health.letters = 1;
    },
    {
      ...{ exitCode: 1, broken: ['dead-letters-waiting'] },
      unknown: [
        ...['ses-sandbox', 'sending-paused', 'daily-quota-nearly-used', 'suppression-off'],
        'send-rate',
      ],
      of: { 'ses-sandbox': { found: 'The permission ses:GetAccount is missing' } },
    },
  ],
  'doctor fails if it may not read the stack, because it then knows nothing about the deployment': [
    denied('cloudformation ', 'cloudformation:DescribeStacks'),
    { exitCode: 1, broken: [], skipped: [], looked: false },
  ],
  'doctor succeeds with one missing permission, and names it': [
    denied('lambda GET /2016-08-19/account-settings', 'lambda:GetAccountSettings'),
    {
      ...{ exitCode: 0, looked: true, unknown: ['account-not-active', 'lambda-concurrency-low'] },
      of: {
        'lambda-concurrency-low': {
          found: 'The permission lambda:GetAccountSettings is missing',
        },
      },
    },
  ],
  'doctor says what to do if a proxy answers instead of AWS': [
    refused('', { raw: '<html><h1>502 Bad Gateway</h1></html>', type: 'text/html', status: 502 }),
    {
      ...{ exitCode: 1, broken: [] },
      of: {
        'no-credentials': {
          status: 'unknown',
          found: 'Something else answered instead of AWS (HTTP 502)',
          fix: 'Check that this machine reaches AWS and that AWS_ENDPOINT_URL is not set, then run doctor again\ncurl -sS https://sts.us-east-1.amazonaws.com/',
        },
        'wrong-region': { status: 'unknown' },
      },
    },
  ],
  ...Object.fromEntries(['Resources:\n  Bucket: {}', '{"Resources": [1]}', ''].map(unreadable)),
  'a check of a DNS record is unknown if DNS does not answer: the record may exist': [
    set({ dns: () => ({ rcode: 'SERVFAIL' }) }),
    {
      ...{ exitCode: 0, unknown: ['dmarc-absent', 'domain-not-ready', 'replies-dns'] },
      of: { 'dmarc-absent': { found: 'DNS did not answer for _dmarc.example.com' } },
    },
  ],
};

test.each(Object.entries(notKnown))('%s', (_, [breakIt, verdict]) =>
  expectVerdict(breakIt, verdict),
);
