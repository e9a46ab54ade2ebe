import type { Attachment, MessageHeader } from '@aws-sdk/client-sesv2';
import { expect, test } from '../../jest.ts';
import { mailServerForFile } from '../support/mail-server.ts';

const server = await mailServerForFile();

const pdf: Attachment = {
  FileName: 'invoice.pdf',
  ContentType: 'application/pdf',
  RawContent: Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0xff),
  ContentTransferEncoding: 'BASE64',
};

/** Sends a mail, and returns the refusal; undefined if the server accepts it. */
async function refusalOf(
  given: { Attachments?: Attachment[]; Headers?: MessageHeader[] },
  html = '<p>Hej</p>',
) {
  const sending = server.send({ Body: { Html: { Data: html } }, ...given });
  return sending.then(
    () => undefined,
    ({ name, message, $metadata }) => ({ name, message, status: $metadata.httpStatusCode }),
  );
}

const files = (...changes: Partial<Attachment>[]) => ({
  Attachments: changes.map((change) => ({ ...pdf, ...change })),
});
const headers = (...pairs: [string, string][]) => ({
  Headers: pairs.map(([Name, Value]) => ({ Name, Value })),
});

test.each<[string, Parameters<typeof refusalOf>[0]]>([
  ['a file', files({})],
  ['a file without its optional fields', files({ RawContent: Buffer.from('7 bits') })],
  ['a name of 255 octets in emoji', files({ FileName: `${'😀'.repeat(62)}abc.pdf` })],
  [
    'an inline picture',
    files({ ContentDisposition: 'INLINE', ContentId: 'logo', FileName: 'a.png' }),
  ],
  ['a media type with a parameter', files({ ContentType: 'text/calendar; method=REQUEST' })],
  ['a name with two dots', files({ FileName: 'my.exe.pdf' })],
  ['a header of 870 characters', headers(['X-One', 'x'.repeat(870)])],
  [
    '15 headers',
    headers(...Array.from({ length: 15 }, (_, n): [string, string] => [`X-${n}`, '1'])),
  ],
])('the local mail server takes %s', async (_, given) => {
  expect(await refusalOf(given)).toBeUndefined();
});

const member = (index: number, of: string, rule: string) =>
  `1 validation error detected: Value at 'content.simple.${of.replace('#', `${index}.member`)}' failed to satisfy constraint: Member must ${rule}`;

test.each<[string, Parameters<typeof refusalOf>[0], string]>([
  ['a program', files({ FileName: 'setup.exe' }), "Illegal filename 'setup.exe'."],
  [
    'a program by its last extension',
    files({ FileName: 'invoice.pdf.EXE' }),
    "Illegal filename 'invoice.pdf.EXE'.",
  ],
  ['a script', files({ FileName: 'a.js' }), "Illegal filename 'a.js'."],
  ['a name without an extension', files({ FileName: 'invoice' }), "Illegal filename 'invoice'."],
  ['a name that is only an extension', files({ FileName: '.pdf' }), "Illegal filename '.pdf'."],
  ['a path', files({ FileName: '../a.pdf' }), "Illegal filename '../a.pdf'."],
  [
    'a line break in a name',
    files({ FileName: 'a\r\nBcc: eve@example.com.pdf' }),
    "Illegal filename 'a\r\nBcc: eve@example.com.pdf'.",
  ],
  [
    'a name of 256 characters',
    files({ FileName: `${'x'.repeat(252)}.pdf` }),
    member(1, 'attachments.#.fileName', 'have length between 1 and 255'),
  ],
  [
    'a content ID of 79 characters',
    files({}, { ContentId: 'x'.repeat(79) }),
    member(2, 'attachments.#.contentId', 'have length between 1 and 78'),
  ],
  [
    'an empty content ID',
    files({ ContentId: '' }),
    member(1, 'attachments.#.contentId', 'have length between 1 and 78'),
  ],
  [
    'a media type of 79 characters',
    files({ ContentType: 'x'.repeat(79) }),
    member(1, 'attachments.#.contentType', 'have length between 1 and 78'),
  ],
  [
    'a description of 1,001 characters',
    files({ ContentDescription: 'x'.repeat(1001) }),
    member(1, 'attachments.#.contentDescription', 'have length at most 1000'),
  ],
  [
    'an unknown disposition',
    files({ ContentDisposition: 'inline' as 'INLINE' }),
    member(1, 'attachments.#.contentDisposition', 'satisfy enum value set: [ATTACHMENT, INLINE]'),
  ],
  [
    'an unknown encoding',
    files({ ContentTransferEncoding: '8BIT' as 'BASE64' }),
    member(
      1,
      'attachments.#.contentTransferEncoding',
      'satisfy enum value set: [BASE64, QUOTED_PRINTABLE, SEVEN_BIT]',
    ),
  ],
  [
    'two files with one content ID',
    files({ ContentId: 'logo' }, { ContentId: 'logo' }),
    "Duplicate content ID 'logo'.",
  ],
  ['an empty file', files({ RawContent: new Uint8Array() }), "Attachment 'invoice.pdf' is empty."],
  [
    '8-bit bytes as SEVEN_BIT',
    files({ ContentTransferEncoding: 'SEVEN_BIT' }),
    "Attachment 'invoice.pdf' has bytes that SEVEN_BIT cannot encode.",
  ],
  [
    '8-bit bytes without an encoding',
    files({ ContentTransferEncoding: undefined }),
    "Attachment 'invoice.pdf' has bytes that SEVEN_BIT cannot encode.",
  ],
  [
    'a header that SES writes',
    headers(['SUBJECT', 'Hej']),
    "Header 'SUBJECT' is set by Amazon SES.",
  ],
  ['a header twice', headers(['X-One', '1'], ['x-one', '2']), "Duplicate header 'x-one'."],
  [
    'a line break in a header',
    headers(['X-One', '1\r\nBcc: eve@example.com']),
    member(1, 'headers.#.value', 'satisfy regular expression pattern: ^[ -~]{1,870}$'),
  ],
  [
    'a header of 871 characters',
    headers(['X-One', 'x'.repeat(871)]),
    member(1, 'headers.#.value', 'satisfy regular expression pattern: ^[ -~]{1,870}$'),
  ],
  [
    'a header that is not ASCII',
    headers(['X-One', 'å']),
    member(1, 'headers.#.value', 'satisfy regular expression pattern: ^[ -~]{1,870}$'),
  ],
  [
    'a header name with a colon',
    headers(['X:One', '1']),
    member(1, 'headers.#.name', 'satisfy regular expression pattern: ^[!-9;-@A-~]{1,126}$'),
  ],
  [
    '16 headers',
    headers(...Array.from({ length: 16 }, (_, n): [string, string] => [`X-${n}`, '1'])),
    member(0, 'headers', 'have length less than or equal to 15'),
  ],
])('the local mail server refuses %s', async (_, given, message) => {
  expect(await refusalOf(given)).toEqual({ name: 'BadRequestException', message, status: 400 });
});

test('the local mail server refuses files and bodies of more than 40 MB together', async () => {
  const html = 'x'.repeat(5 * 2 ** 20);
  const within = files({ RawContent: Buffer.alloc(25 * 2 ** 20) });
  const beyond = files({ RawContent: Buffer.alloc(27 * 2 ** 20) });

  expect(await refusalOf(within, html)).toBeUndefined();
  expect(await refusalOf(beyond, html)).toMatchObject({
    name: 'BadRequestException',
    message: "Message length is more than 41943040 bytes long: '42991616'.",
  });
});

test.each(['%%%', 'QUJD=', 'QUJ', 'QUJ-', 'QU JD'])(
  'the local mail server refuses the content %s, which is not base64',
  async (RawContent) => {
    const answer = await fetch(`${server.endpoint}/v2/email/outbound-emails`, {
      method: 'POST',
      headers: { authorization: 'AWS4', 'content-type': 'application/json' },
      body: JSON.stringify({
        FromEmailAddress: 'ada@example.com',
        Destination: { ToAddresses: ['bob@example.com'] },
        Content: {
          Simple: {
            Subject: { Data: 'Hej' },
            Body: { Text: { Data: 'Hej' } },
            Attachments: [{ FileName: 'a.pdf', RawContent, ContentTransferEncoding: 'BASE64' }],
          },
        },
      }),
    });

    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-amzn-errortype')).toBe('SerializationException');
  },
);
