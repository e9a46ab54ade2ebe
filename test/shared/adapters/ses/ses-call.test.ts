import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { type SendEmail, SesError, sesCall } from '../../../../shared/adapters/ses/ses-call.ts';
import { restoreVariables } from '../../../end-of-file.ts';
import { afterEach, describe, expect, test } from '../../../jest.ts';

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

const servers: Server[] = [];

afterEach(() => {
  restoreVariables();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** What arrives of a call: the parts that SES reads. */
interface Arrived {
  method: string | undefined;
  path: string | undefined;
  contentType: string | undefined;
  /** Who signed, for which service; without the time, the list of headers and the signature. */
  signedBy: string | undefined;
  token: unknown;
  body: unknown;
}

/** Calls a server that answers like this, through the SDK's client and through the functions' call. */
async function bothWays(answer: RequestListener) {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    arrived.push(await read(request));
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_SESSION_TOKEN: 'session',
    AWS_ENDPOINT_URL_SESV2: `http://127.0.0.1:${port}`,
  });
  const whole = new SESv2Client({ maxAttempts: 1 });
  const sdk = await outcomeOf(
    async () => (await whole.send(new SendEmailCommand(withFile(bytes)))).MessageId,
  );
  whole.destroy();
  const own = await outcomeOf(() => sesCall({})(withFile(bytes.toString('base64'))));
  return { sdk, own, arrived };
}

async function read(request: IncomingMessage): Promise<Arrived> {
  const { method, url, headers } = request;
  return {
    method,
    path: url,
    contentType: headers['content-type'],
    signedBy: /Credential=test\/\d+(\/[^,]+)/.exec(headers.authorization ?? '')?.[1],
    token: headers['x-amz-security-token'],
    body: JSON.parse(await text(request)),
  };
}

/** The message id, what SES said in its place, or that its answer was lost. */
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

const answer =
  (status: number, body: string, type?: string): RequestListener =>
  (_, response) => {
    response.writeHead(status, type === undefined ? {} : { 'x-amzn-errortype': type }).end(body);
  };

describe("the functions' call of SES", () => {
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

  test.each<[string, RequestListener, object | 'lost']>([
    [
      'a refusal',
      answer(400, '{"message":"Not verified"}', 'MessageRejected'),
      { code: 'MessageRejected', status: 400, error: 'Not verified' },
    ],
    [
      'a refusal whose type has an address behind it',
      answer(400, '{"message":"m"}', 'BadRequestException:http://internal.amazon.com/coral/'),
      { code: 'BadRequestException', status: 400, error: 'm' },
    ],
    [
      'a refusal of IAM, which names its type in the body',
      answer(
        403,
        '{"__type":"com.amazon#AccessDeniedException","Message":"User is not authorized"}',
      ),
      { code: 'AccessDeniedException', status: 403, error: 'User is not authorized' },
    ],
    [
      'a throttle',
      answer(429, '{"message":"Maximum sending rate exceeded."}', 'TooManyRequestsException'),
      { code: 'TooManyRequestsException', status: 429, error: 'Maximum sending rate exceeded.' },
    ],
    [
      'a fault',
      answer(500, '{"message":"m"}', 'InternalFailure'),
      { code: 'InternalFailure', status: 500, error: 'm' },
    ],
    ['a redirection', answer(307, '{"message":"m"}'), { code: 'Unknown', status: 307, error: 'm' }],
    ['a refusal of something in between', answer(403, '<html>'), 'lost'],
    ['an answer of something in between', answer(200, '<html>'), 'lost'],
    ['a connection that is cut', ({ socket }) => socket.destroy(), 'lost'],
    [
      'an answer that is cut',
      (_, response) => {
        response.writeHead(200, { 'content-length': 20 });
        response.write('{"Mess', () => response.destroy());
      },
      'lost',
    ],
  ])("the functions' call of SES reads %s like the SDK", async (_, answered, expected) => {
    const { sdk, own, arrived } = await bothWays(answered);

    expect(own).toEqual(expected);
    expect(sdk).toEqual(own);
    expect(arrived).toHaveLength(2);
  });
});
