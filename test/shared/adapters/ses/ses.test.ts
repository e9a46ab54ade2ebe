import { type SesMail, sesSender } from '../../../../shared/adapters/ses/ses.ts';
import type { SendOutcome } from '../../../../shared/message/send-outcome.ts';
import { beforeEach, expect, onTestFinished, test } from '../../../jest.ts';
import { patienceMs } from '../../../patience.ts';
import { serve } from '../../../serve.ts';
import { type SesBehaviour, startSesStub } from '../../../ses-stub.ts';
import { asFunction } from '../answers.ts';
import { countRunningTime } from '../running-time.ts';

const mail: SesMail = {
  from: '"Ada" <ada@example.com>',
  to: ['bob@example.org'],
  cc: ['carol@example.org'],
  bcc: [],
  replyTo: ['reply@example.com'],
  subject: 'Grüße',
  html: '<p>ü</p>',
  text: 'ü',
  tags: { kind: 'test' },
};

const times = { connectMs: patienceMs, answerMs: patienceMs, wholeMs: patienceMs };
const options = { configurationSet: 'set', times };
const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
const lost: SendOutcome = {
  outcome: 'unknown',
  error: 'The answer of SES was lost: the message may have been sent',
};

let send: (mail: SesMail) => Promise<SendOutcome>;

const stub = await startSesStub();

beforeEach(() => {
  stub.calls.length = 0;
  stub.script.length = 0;
  asFunction({ AWS_ENDPOINT_URL_SESV2: stub.url });
  send = sesSender(options);
});

test('sending through SES passes the whole mail, and returns the id that SES gave', async () => {
  expect(await send(mail)).toEqual({ outcome: 'sent', messageId: 'stub-1' });
  expect(stub.calls).toEqual([
    {
      FromEmailAddress: mail.from,
      Destination: { ToAddresses: mail.to, CcAddresses: mail.cc, BccAddresses: [] },
      ReplyToAddresses: mail.replyTo,
      ConfigurationSetName: 'set',
      EmailTags: [{ Name: 'kind', Value: 'test' }],
      Content: {
        Simple: {
          Subject: utf8('Grüße'),
          Body: { Html: utf8('<p>ü</p>'), Text: utf8('ü') },
        },
      },
    },
  ]);
});

test('with tenants a mail names its account, and a paused account is told apart', async () => {
  const tags = { 'postrider-account': 'acc_1' };
  send = sesSender({ ...options, tenants: true });
  stub.script.push('accept');
  const type = 'SendingPausedException';
  stub.script.push({ status: 400, type, message: 'Sending paused for tenant acc_1' });

  await send({ ...mail, tags });
  const outcome = await send({ ...mail, tags });

  expect(stub.calls[0]).toMatchObject({ TenantName: 'acc_1' });
  const paused = { isTemporary: true, isPaused: true };
  expect(outcome).toEqual(refused('Sending paused for tenant acc_1', paused));
});

const refused = (error: string, more = {}) => ({ outcome: 'refused', error, ...more });
const noTry = 'User: arn:aws:sts::1:assumed-role/x is not authorized to perform: ses:SendEmail';
const badToken = 'The security token included in the request is invalid.';
const answered = (status: number, type: string, message: string) => ({ status, type, message });
const tooMany = (message: string) => answered(429, 'TooManyRequestsException', message);
const throttle = tooMany('Maximum sending rate exceeded.');
const quota = tooMany('Daily message quota exceeded.');

const notVerified = answered(400, 'MessageRejected', 'Address not verified');
const byIam = answered(403, 'AccessDeniedException', noTry);
const bySignature = answered(403, 'InvalidClientTokenId', badToken);
const forbidden = { isForbidden: true };
const temporary = { isTemporary: true };

test.each<[string, SesBehaviour[], object]>([
  ["is final and has SES's own message", [notVerified], refused(notVerified.message)],
  ['before SES, by IAM, is marked as one', [byIam], refused(noTry, forbidden)],
  ['before SES, by the signature, is marked as one', [bySignature], refused(badToken, forbidden)],
  ['because of a used-up daily quota is not tried again', [quota], refused(quota.message)],
  [
    'with a throttle ends after three',
    Array(3).fill(throttle),
    refused(throttle.message, temporary),
  ],
])('a refusal of AWS %s', async (_, script, outcome) => {
  stub.script.push(...script);

  expect(await send(mail)).toEqual(outcome);
  expect(stub.calls).toHaveLength(script.length);
});

test('a throttle of SES is tried again, because nothing was sent', async () => {
  stub.script.push(throttle, throttle);

  expect(await send(mail)).toEqual({ outcome: 'sent', messageId: 'stub-3' });
});

test.each([
  'reset before answering',
  'hang',
  'truncate',
  'unreadable',
  { status: 500, type: 'InternalFailure', message: 'x' },
  { status: 503, type: 'ServiceUnavailable', message: 'x' },
] as const)('after %j the mail may have been sent, and is not sent again', async (behaviour) => {
  onTestFinished(countRunningTime());
  send = sesSender({ ...options, times: { ...times, answerMs: 300 } });
  stub.script.push(behaviour);

  expect(await send(mail)).toEqual(lost);
  expect(stub.calls).toHaveLength(1);
});

test('each try of a mail with files has all bytes of the files', async () => {
  const file = Buffer.alloc(1_000_000, 'abcdefg');
  const type = 'text/plain';
  const attachments = [
    { name: 'a.txt', type, content: file },
    { name: 'b.txt', type, cid: 'b', content: file.toString('base64') },
  ];
  stub.script.push(throttle);

  const outcome = await send({ ...mail, attachments });

  expect(outcome).toEqual({ outcome: 'sent', messageId: 'stub-2' });
  const ofFile = { ContentType: type, ContentTransferEncoding: 'BASE64' };
  const RawContent = file.toString('base64');
  const Attachments = [
    { ...ofFile, FileName: 'a.txt', ContentDisposition: 'ATTACHMENT', RawContent },
    { ...ofFile, FileName: 'b.txt', ContentDisposition: 'INLINE', ContentId: 'b', RawContent },
  ];
  const called = { Content: { Simple: { Attachments } } };
  expect(stub.calls).toMatchObject([called, called]);
});

test('if nobody listens, nothing was sent, and the outcome says so', async () => {
  const port = await unusedPort();
  asFunction({ AWS_ENDPOINT_URL_SESV2: `http://127.0.0.1:${port}` });
  send = sesSender(options);

  const outcome = await send(mail);

  const error = 'SES could not be reached';
  expect(outcome).toEqual({ outcome: 'refused', error, isTemporary: true });
});

test('a connection that was idle for over a second is not used again', async () => {
  stub.script.push('reset while idle');
  await send(mail);
  await frozenFor(1200);

  expect(await send(mail)).toEqual({ outcome: 'sent', messageId: 'stub-2' });
});

/** Blocks the event loop for some time, as in a frozen function. */
async function frozenFor(ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

async function unusedPort(): Promise<number> {
  const { port, stop } = await serve(() => undefined);
  await stop();
  return port;
}
