import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { type SendEmail, SesError, sesCall } from '../../../../shared/adapters/ses/ses-call.ts';
import { expect, test } from '../../../jest.ts';
import { answer, asFunction, cut, cutWithin, serveInTurn, signerOf } from '../answers.ts';

const mail: SendEmail = {
  FromEmailAddress: '"Ada" <ada@example.com>',
  Destination: { ToAddresses: ['bob@example.org'], CcAddresses: [], BccAddresses: [] },
  ReplyToAddresses: [],
  ConfigurationSetName: 'set',
  EmailTags: [{ Name: 'kind', Value: 'test' }],
  Content: {
    Simple: {
      Subject: { Data: 'Grüße 🙂', Charset: 'UTF-8' },
      Body: {
        Html: { Data: '<p title="ü">\u2028\u0000</p>', Charset: 'UTF-8' },
        Text: { Data: '', Charset: 'UTF-8' },
      },
    },
  },
};

const file = {
  FileName: 'Übersicht.pdf',
  ContentType: 'application/pdf',
  ContentDisposition: 'INLINE',
  ContentId: 'overview',
  ContentTransferEncoding: 'BASE64',
} as const;

/** The mail with a file. The functions have its bytes in base64, as they came; the SDK encodes them itself. */
const withFile = <RawContent>(RawContent: RawContent) => ({
  ...mail,
  Content: { Simple: { ...mail.Content.Simple, Attachments: [{ ...file, RawContent }] } },
});

const bytes = Buffer.from([0, 255, 13, 10, 128]);

/** Calls a server that answers like this, through the SDK's client and through the functions' call. */
async function bothWays(answered: RequestListener) {
  const { url, arrived } = await serveInTurn([answered, answered], async (request) => ({
    method: request.method,
    path: request.url,
    contentType: request.headers['content-type'],
    signedBy: signerOf(request),
    token: request.headers['x-amz-security-token'],
    body: JSON.parse(await text(request)),
  }));
  asFunction({ AWS_ENDPOINT_URL_SESV2: url });
  const whole = new SESv2Client({ maxAttempts: 1 });
  const sdk = await outcomeOf(
    async () => (await whole.send(new SendEmailCommand(withFile(bytes)))).MessageId,
  );
  whole.destroy();
  const own = await outcomeOf(() => sesCall({})(withFile(bytes.toString('base64'))));
  return { sdk, own, arrived };
}

/** The message id, SES's error, or the fact that the answer was lost. */
async function outcomeOf(call: () => Promise<string | undefined>) {
  try {
    return { id: await call() };
  } catch (error) {
    if (error instanceof SesError)
      return { code: error.code, status: error.status, error: error.message };
    if (!(error instanceof SESv2ServiceException)) return 'lost';
    const { name: code, message, $metadata } = error;
    return { code, status: $metadata.httpStatusCode, error: message };
  }
}

test("the functions' call of SES equals a call of the SDK, and returns the id of the message", async () => {
  const { sdk, own, arrived } = await bothWays(answer(200, '{"MessageId":"id-1"}'));

  expect(own).toEqual({ id: 'id-1' });
  expect(sdk).toEqual(own);
  expect(arrived).toEqual(
    Array(2).fill({
      method: 'POST',
      path: '/v2/email/outbound-emails',
      contentType: 'application/json',
      signedBy: '/eu-central-1/ses/aws4_request',
      token: 'session',
      body: withFile(bytes.toString('base64')),
    }),
  );
});

const denied = '{"__type":"com.amazon#AccessDeniedException","Message":"User is not authorized"}';
const addressed = 'BadRequestException:http://internal.amazon.com/coral/';
const refusal = (status: number, code: string, error: string) => ({ status, code, error });
const html = '<html>';

test.each<[string, RequestListener, object | 'lost']>([
  [
    'a refusal',
    answer(400, '{"message":"Not verified"}', 'MessageRejected'),
    refusal(400, 'MessageRejected', 'Not verified'),
  ],
  [
    'a refusal whose type has an address behind it',
    answer(400, '{"message":"m"}', addressed),
    refusal(400, 'BadRequestException', 'm'),
  ],
  [
    'a refusal of IAM, which names its type in the body',
    answer(403, denied),
    refusal(403, 'AccessDeniedException', 'User is not authorized'),
  ],
  [
    'a throttle',
    answer(429, '{"message":"Too fast."}', 'TooManyRequestsException'),
    refusal(429, 'TooManyRequestsException', 'Too fast.'),
  ],
  [
    'a fault',
    answer(500, '{"message":"m"}', 'InternalFailure'),
    refusal(500, 'InternalFailure', 'm'),
  ],
  ['a redirection', answer(307, '{"message":"m"}'), refusal(307, 'Unknown', 'm')],
  ['a refusal of something in between', answer(403, html), 'lost'],
  ['an answer of something in between', answer(200, html), 'lost'],
  ['a connection that is cut', cut, 'lost'],
  ['an answer that is cut', cutWithin({ 'content-length': 20 }, '{"Mess'), 'lost'],
])("the functions' call of SES reads %s like the SDK", async (_, answered, expected) => {
  const { sdk, own, arrived } = await bothWays(answered);

  expect(own).toEqual(expected);
  expect(sdk).toEqual(own);
  expect(arrived).toHaveLength(2);
});
