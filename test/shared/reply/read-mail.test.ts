import { readMail } from '../../../shared/reply/read-mail.ts';
import { describe, expect, test } from '../../jest.ts';
import { sample, samples, wordsOf } from './fixtures.ts';

const read = (
  headers: string[],
  body: string | Buffer = 'Yes.\r\n',
  sender = 'ada@example.net',
) => {
  const head = ['From: Ada <ada@example.net>', ...headers].join('\r\n');
  return readMail(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body)]), sender);
};

const typed = (type: string) => `Content-Type: ${type}`;

describe('the words of a sample reply', () => {
  test.each(samples)('%s has only those of its writer', async (name) => {
    const { text, textCut, auto, from } = await readMail(sample(name), 'ada@example.net');

    expect({ text, textCut, auto, from }).toEqual({
      ...{ text: wordsOf(name), textCut: false, auto: false, from: 'ada@example.net' },
    });
  });
});

test('a read reply has its headers, each on one line, and lists its files', async () => {
  const mail = await read(
    [
      'Subject: =?utf-8?Q?Re:_a=0D=0ABcc:_eve@example.org?=',
      'Message-ID: <1@mail.example.net>',
      'References: <0@a.example> junk <1@b.example> <0@a.example>',
      typed('multipart/mixed; boundary=b'),
    ],
    [
      ...['--b', typed('text/plain'), '', 'With a picture.'],
      ...['--b', typed('image/jpeg; name="lamp.jpg"'), 'Content-Disposition: attachment'],
      ...['Content-Transfer-Encoding: base64', '', 'AAAA', '--b--', ''],
    ].join('\r\n'),
  );

  expect(mail).toEqual({
    from: 'ada@example.net',
    name: 'Ada',
    subject: 'Re: a Bcc: eve@example.org',
    text: 'With a picture.',
    textCut: false,
    auto: false,
    messageIdHeader: '<1@mail.example.net>',
    references: ['<0@a.example>', '<1@b.example>'],
    attachments: [{ name: 'lamp.jpg', type: 'image/jpeg', bytes: 3 }],
  });
});

test.each([
  ['iso-2022-jp', Buffer.from('1b244224224a1b2842', 'hex'), 'あ疋'],
  ['windows-1252', Buffer.from([0xe9, 0x80]), 'é€'],
  ['us-ascii', Buffer.from('ok'), 'ok'],
])('a reply in %s is decoded', async (charset, body, text) => {
  const mail = await read([typed(`text/plain; charset=${charset}`)], body);

  if (charset === 'iso-2022-jp') expect(mail.text).toMatch(/^あ/);
  else expect(mail.text).toBe(text);
});

test.each([
  ['a quote of Outlook', '<p>Yes.</p><div id="appendonsend"></div><p>Hi Ada</p>', 'Yes.'],
  [
    'Thunderbird',
    '<p>Yes.</p><div class="moz-cite-prefix">On Monday, Acme wrote:</div><blockquote type="cite">Hi</blockquote>',
    'Yes.',
  ],
  [
    'a reply below the quote',
    '<div class="gmail_quote">On Monday, Acme wrote:<blockquote class="gmail_quote">Hi</blockquote><p>Below.</p></div>',
    'Below.',
  ],
  [
    'words between quotes',
    '<blockquote type="cite">Does it?</blockquote><p>Yes.</p><blockquote type="cite">And?</blockquote><p>No.</p>',
    '> Does it?\n\nYes.\n\n> And?\n\nNo.',
  ],
  ['a script', '<script>alert(1)</script><p>Yes.</p>', 'Yes.'],
])('of HTML alone, %s, the text has the words', async (_, html, text) => {
  const mail = await read([typed('text/html')], html);

  expect(mail.text).toBe(text);
});

test.each([
  ['a vacation notice', ['Auto-Submitted: auto-replied']],
  ['a list', ['Precedence: list']],
  ['a mailer’s own header', ['X-Autoreply: yes']],
  ['a bounce', [typed('multipart/report; boundary=b')]],
])('%s is automatic', async (_, headers) => {
  expect(await read(headers)).toMatchObject({ auto: true });
  expect(await read(['Auto-Submitted: no'])).toMatchObject({ auto: false });
  expect(await read([], 'Yes.', '<>')).toMatchObject({ auto: true });
});

test('a long reply is cut at 10,000 characters', async () => {
  const { text, textCut } = await read([], `${'word '.repeat(3000)}\r\n`);

  expect({ length: text?.length, textCut }).toEqual({ length: 10_000, textCut: true });
});
