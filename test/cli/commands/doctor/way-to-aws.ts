import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wrongRegion } from '../../../../cli/checks/wrong-region.ts';
import { expect, test } from '../../../jest.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { runHere } from '../../in-process.ts';
import { set } from './broken-set-ups.ts';
import {
  type Check,
  code,
  examine,
  expectVerdict,
  patient,
  refused,
  type Verdict,
} from './examination.ts';
import { type Health, healthy, region } from './health.ts';

/** The checks that are unknown if there is no stack. */
const ofTheStack = [
  ...['sending-paused', 'identity-not-verified', 'dkim-missing', 'mail-from-not-aligned'],
  ...['dmarc-absent', 'configuration-set-missing', 'event-destination-missing'],
  ...['suppression-off', 'account-paused', 'tenant-missing'],
  ...['send-rate', 'flow-sender-unknown', 'domain-not-ready'],
  ...['attachment-bucket', 'replies-rule-set', 'replies-dns'],
  ...['table-missing', 'plan-key-missing', 'bundles-older-than-code'],
  ...['scheduled-overdue', 'webhook-failing', 'webhook-paused', 'no-point-in-time-recovery'],
  ...['dead-letters-waiting'],
];

test('without credentials doctor calls nothing good', async () => {
  const none = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };

  const { exitCode, broken, unknown, checks, of } = await examine(undefined, none);

  expect({ exitCode, broken }).toEqual({ exitCode: 1, broken: ['no-credentials'] });
  expect(unknown).toHaveLength(checks.length - 1);
  expect(of('no-credentials')?.fix).toMatch(/^aws sso login$/m);
  expect(of('ses-sandbox')?.found).toBe('No AWS credentials were found');
});

test.each<[string, (health: Health) => void, Verdict]>([
  [
    'doctor finds an expired session',
    refused('', { refusal: 'ExpiredToken', message: 'The token has expired' }),
    {
      broken: ['expired-session'],
      unknown: expect.arrayContaining(['ses-sandbox']) as unknown as string[],
      of: {
        'no-credentials': { status: 'ok' },
        'expired-session': { fix: expect.stringMatching(/^aws sso login$/m) },
      },
    },
  ],
  [
    'doctor finds credentials that AWS does not accept',
    refused('', { refusal: 'InvalidClientTokenId', status: 403 }),
    {
      broken: ['no-credentials'],
      of: { 'no-credentials': { found: 'AWS does not accept these credentials' } },
    },
  ],
  [
    'doctor says what to do if the region has no such stack',
    set({ stackRegion: 'nowhere' }),
    {
      ...{ broken: ['stack-not-ready'], unknown: ofTheStack },
      of: {
        'stack-not-ready': {
          fix: 'Name the region of the stack with --region, or deploy it\nnpm run -s postrider -- deploy --region eu-central-1',
        },
      },
    },
  ],
])('%s', (_, breakIt, verdict) => expectVerdict(breakIt, verdict));

test('doctor finds that no region is set, and calls nothing good', async () => {
  patient.health = healthy(code);
  const words = ['doctor', '--stack', 'postrider', '--json'];

  const { stdout } = await runHere(words, patient.environment);

  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  const [broken] = checks.filter(({ status }) => status === 'broken');
  expect(broken).toMatchObject({ code: 'wrong-region', found: 'No region is set' });
  expect(checks.filter(({ status }) => status === 'ok')).toEqual([]);
});

test.each([
  ['cn-north-1', 'aws-cn'],
  ['us-gov-west-1', 'aws-us-gov'],
  ['eusc-de-east-1', 'aws-eusc'],
  ['us-isob-east-1', 'aws-iso-b'],
])('the region %s is wrong, because it is in the partition %s', async (name, partition) => {
  const askSes = async () => ({});

  const found = await wrongRegion.find({ region: async () => name, askSes });

  expect(found).toMatchObject({
    status: 'broken',
    found: `${name} belongs to the partition ${partition}, and postrider runs only in the partition aws`,
  });
});

test('a region without SES is wrong', async () => {
  const nowhere = Object.assign(new Error('getaddrinfo ENOTFOUND email.xx'), {
    code: 'ENOTFOUND',
  });
  const askSes = () => Promise.reject(nowhere);
  const find = (name: string) => wrongRegion.find({ region: async () => name, askSes });

  const found = 'There is no SES in xx-east-1';
  expect(await find('xx-east-1')).toMatchObject({ status: 'broken', found });
  // Without a network no host name resolves.
  await expect(find(region)).rejects.toBe(nowhere);
});

/** The broken checks of the environment `staging` of settings with these environments. */
async function brokenInStaging(environments: object, change: Partial<Health>): Promise<Check[]> {
  patient.health = { ...healthy(code), ...change };
  const file = join(temporaryFolder(), 'postrider.json');
  await writeFile(file, JSON.stringify({ environments }));
  const words = ['doctor', '--environment', 'staging', '--json'];
  const environment = { ...patient.environment, POSTRIDER_SETTINGS: file };
  const { stdout } = await runHere(words, environment);
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  return checks.filter(({ status }) => status === 'broken');
}

const staging = { stackName: 'postrider', region };

test('doctor examines an environment only in the AWS account that it names', async () => {
  const broken = await brokenInStaging({ staging: { ...staging, account: '999999999999' } }, {});

  const found =
    'The settings name the AWS account 999999999999, but these credentials belong to 111122223333';
  expect(broken).toMatchObject([{ code: 'wrong-account', found }]);
});

test('a fix deploys an environment by its name', async () => {
  const production = { stackName: 'production', region };

  const [broken] = await brokenInStaging({ staging, production }, { sending: 'off' });

  expect(broken?.fix).toBe(
    'Set "sending": true in postrider.json, and deploy\nnpm run -s postrider -- deploy --environment staging --region eu-central-1',
  );
});
