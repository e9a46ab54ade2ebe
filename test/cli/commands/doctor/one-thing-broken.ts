import { expect, test } from '../../../jest.ts';
import { deletePendingIn, scheduleIn } from '../../../shared/manage/scheduled.ts';
import { set, setUps } from './broken-set-ups.ts';
import { examine, expectVerdict, patient, refused, type Verdict } from './examination.ts';
import { type Health, identity, region } from './health.ts';
import { pushFlow } from './patient.ts';

const buckets = 'acme-contracts, acme-archive';

test('doctor finds nothing broken and nothing unknown in a healthy set-up, and exits with 0', async () => {
  const { exitCode, checks, ...rest } = await examine();

  expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect({ exitCode, count: checks.length }).toEqual({ exitCode: 0, count: 34 });
  expect(rest).toMatchObject({ broken: [], unknown: [], skipped: [], looked: true });
  expect(rest.summary).toEqual({ ok: 34, broken: 0, unknown: 0, skipped: 0 });
});

test.each(setUps)('doctor names the one broken thing: %s', async (wanted, breakIt, found, fix) => {
  const { exitCode, broken, unknown, skipped, of } = await examine(breakIt);

  expect({ exitCode, broken, unknown, skipped }).toEqual({
    exitCode: 1,
    broken: [wanted],
    unknown: [],
    skipped: [],
  });
  expect(of(wanted)).toMatchObject({
    found: expect.stringMatching(found),
    fix: expect.stringMatching(fix),
  });
});

test.each([
  [2, 14, 'at up to 15 mails a second, and SES takes 14'],
  [2, 200, 'at up to 15 mails a second, and SES takes 200: "sendConcurrency": 26 would use it'],
  [26, 200, 'at up to 195 mails a second, and SES takes 200'],
  [2, -1, 'at up to 15 mails a second, and SES has no limit'],
])(
  'doctor says how fast %s executions send, and that SES takes %s a second',
  async (sendConcurrency, MaxSendRate, found) => {
    const { broken, of } = await examine((health) => {
      health.sendConcurrency = sendConcurrency;
      health.ses.SendQuota = { Max24HourSend: 50_000, SentLast24Hours: 0, MaxSendRate };
    });

    expect(broken).toEqual([]);
    expect(of('send-rate')).toMatchObject({
      status: 'ok',
      found: `Scheduled mails and batches are sent ${found}`,
    });
  },
);

const verdicts: Record<string, [(health: Health) => void, Verdict]> = {
  'doctor compares no rates in a deployment without scheduled messages': [
    set({ sendConcurrency: null }),
    { skipped: ['send-rate'] },
  ],
  'doctor asks for no rule set in a deployment without replies': [
    set({ replies: false }),
    { skipped: ['replies-rule-set', 'replies-dns'] },
  ],
  'doctor asks for no bucket in a deployment without buckets of attachments': [
    set({ attachmentBuckets: '' }),
    { skipped: ['attachment-bucket'] },
  ],
  'doctor knows the region of a bucket of another AWS account, which it may not read': [
    refused('s3 ', {
      ...{ refusal: 'Forbidden', status: 403, headers: { 'x-amz-bucket-region': region } },
    }),
    { of: { 'attachment-bucket': { status: 'ok', found: `${buckets} in eu-central-1` } } },
  ],
  'doctor names the KMS key of a bucket, which it cannot try': [
    ({ bucketKeys }) => void bucketKeys.set('acme-archive', 'arn:aws:kms:eu-central-1:1:key/k'),
    {
      of: {
        'attachment-bucket': {
          status: 'ok',
          found: `${buckets} in eu-central-1; acme-archive is encrypted with arn:aws:kms:eu-central-1:1:key/k: execute and Due need kms:Decrypt on that key, which this does not check`,
        },
      },
    },
  ],
  'without the configuration set, its event destination is unknown': [
    set({ configurationSet: null }),
    {
      ...{ broken: ['configuration-set-missing'], unknown: ['event-destination-missing'] },
      of: {
        'configuration-set-missing': {
          fix: expect.stringMatching(
            /^aws sesv2 create-configuration-set --configuration-set-name mails --region eu-central-1$/m,
          ),
        },
      },
    },
  ],
  'doctor finds an AWS account whose sign-up is not complete, because Lambda refuses it': [
    refused('lambda GET /2016-08-19/account-settings', {
      ...{
        refusal: 'SubscriptionRequiredException',
        message: 'Needs a subscription',
        status: 403,
      },
    }),
    {
      ...{ broken: ['account-not-active'], unknown: ['lambda-concurrency-low'] },
      of: {
        'account-not-active': {
          fix: expect.stringMatching(/^https:\/\/portal\.aws\.amazon\.com\/billing\/signup/m),
        },
        'lambda-concurrency-low': {
          found: 'AWS has not activated this account yet (Needs a subscription)',
        },
      },
    },
  ],
  'doctor finds a deployment without senders': [
    set({ senders: '' }),
    {
      broken: ['identity-not-verified', 'flow-sender-unknown'],
      skipped: ['dkim-missing', 'mail-from-not-aligned', 'dmarc-absent'],
      of: { 'identity-not-verified': { found: 'This deployment has no sender' } },
    },
  ],
};

test.each(Object.entries(verdicts))('%s', (_, [breakIt, verdict]) =>
  expectVerdict(breakIt, verdict),
);

test('doctor finds scheduled messages of live keys and of test keys that are overdue, and how to wake them up', async () => {
  const sendAt = new Date(Date.now() - 16 * 60_000).toISOString();
  const soon = new Date(Date.now() - 9 * 60_000).toISOString();
  const ids = [
    await scheduleIn(patient.tables, 'acc_1', { sendAt }),
    await scheduleIn(patient.tables, 'acc_1', { sendAt: soon }),
    await scheduleIn(patient.tables, 'acc_1', { sendAt, test: true }),
  ];

  const { exitCode, broken, of } = await examine();

  expect({ exitCode, broken }).toEqual({ exitCode: 1, broken: ['scheduled-overdue'] });
  expect(of('scheduled-overdue')).toMatchObject({
    found: `2 scheduled messages of acc_1 are overdue since ${sendAt}`,
    fix: expect.stringMatching(
      /^npm run -s postrider -- message requeue --account acc_1 --all --stack postrider --region eu-central-1$/m,
    ),
  });
  for (const id of ids) await deletePendingIn(patient.tables, 'acc_1', id);
});

test('doctor finds a flow whose sender is no identity', async () => {
  await pushFlow(patient.tables, 'stray', 'ann@other.org');

  const { broken, unknown, of } = await examine();

  expect({ broken, unknown }).toEqual({ broken: ['flow-sender-unknown'], unknown: [] });
  expect(of('flow-sender-unknown')?.found).toBe('stray of acc_1 sends from ann@other.org');
  await pushFlow(patient.tables, 'stray', 'ann@example.com');
});

const ofAddress = (hasDomains: boolean) => (health: Health) => {
  health.senders = 'hello@mail.example.com,ann@example.com';
  const own = { DkimAttributes: { Status: 'NOT_STARTED' }, MailFromAttributes: {} };
  health.identities = new Map([['hello@mail.example.com', identity(own)]]);
  health.identities.set('ann@example.com', identity(own));
  if (!hasDomains) return;
  const mailFrom = { MailFromDomain: 'b.mail.example.com', MailFromDomainStatus: 'SUCCESS' };
  health.identities.set('example.com', identity());
  health.identities.set('mail.example.com', identity({ MailFromAttributes: mailFrom }));
};

test('an address uses the DKIM and MAIL FROM of its domain, and the DMARC record of a parent', async () => {
  const { checks } = await examine(ofAddress(true));

  expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
});

test('an address has neither DKIM nor MAIL FROM if its domain is no identity', async () => {
  const { broken, of } = await examine(ofAddress(false));

  expect(broken).toEqual(['dkim-missing', 'mail-from-not-aligned']);
  expect(of('dkim-missing')?.found).toBe(
    'Mail from hello@mail.example.com is not signed by mail.example.com; Mail from ann@example.com is not signed by example.com',
  );
});
