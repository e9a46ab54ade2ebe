import { type SesMail, sesSender } from '../../../../shared/adapters/ses/ses.ts';
import type { SendOutcome } from '../../../../shared/message/send-outcome.ts';
import { beforeEach, expect, test } from '../../../jest.ts';
import { patienceMs } from '../../../patience.ts';
import { serve } from '../../../serve.ts';
import { startSesStub } from '../../../ses-stub.ts';
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

countRunningTime();
const times = { connectMs: 300, answerMs: 300, wholeMs: patienceMs };
const options = { configurationSet: 'set', times };
const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
const tooMany = (message: string) => ({ status: 429, type: 'TooManyRequestsException', message });
const throttle = tooMany('Maximum sending rate exceeded.');
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

test("a refusal of SES is final and has SES's own message", async () => {
  stub.script.push({ status: 400, type: 'MessageRejected', message: 'Address not verified' });

  expect(await send(mail)).toEqual({ outcome: 'refused', error: 'Address not verified' });
  expect(stub.calls).toHaveLength(1);
});

test.each([
  [
    'AccessDeniedException',
    'User: arn:aws:sts::1:assumed-role/x is not authorized to perform: ses:SendEmail',
  ],
  ['InvalidClientTokenId', 'The security token included in the request is invalid.'],
])('a refusal of AWS before SES is marked as one: %s', async (type, message) => {
  stub.script.push({ status: 403, type, message });

  expect(await send(mail)).toEqual({ outcome: 'refused', error: message, isForbidden: true });
  expect(stub.calls).toHaveLength(1);
});

test.each([
  'reset before answering',
  'hang',
  'truncate',
  'unreadable',
  { status: 500, type: 'InternalFailure', message: 'x' },
  { status: 503, type: 'ServiceUnavailable', message: 'x' },
] as const)('after %j the mail may have been sent, and is not sent again', async (behaviour) => {
  stub.script.push(behaviour);

  expect(await send(mail)).toEqual(lost);
  expect(stub.calls).toHaveLength(1);
});

test('a throttle of SES is tried again, because nothing was sent', async () => {
  stub.script.push(throttle, throttle);

  expect(await send(mail)).toEqual({ outcome: 'sent', messageId: 'stub-3' });
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

test('three throttles of SES are a refusal', async () => {
  stub.script.push(throttle, throttle, throttle);

  const outcome = await send(mail);

  const error = 'Maximum sending rate exceeded.';
  expect(outcome).toEqual({ outcome: 'refused', error, isTemporary: true });
  expect(stub.calls).toHaveLength(3);
});

test('a used-up daily quota is not tried again', async () => {
  stub.script.push(tooMany('Daily message quota exceeded.'));

  expect(await send(mail)).toEqual({ outcome: 'refused', error: 'Daily message quota exceeded.' });
  expect(stub.calls).toHaveLength(1);
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

/** Lets the time go by without the event loop seeing it, like a frozen function. */
async function frozenFor(ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

async function unusedPort(): Promise<number> {
  const { port, stop } = await serve(() => undefined);
  await stop();
  return port;
}
