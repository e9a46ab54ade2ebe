import type { Attachment } from '@aws-sdk/client-sesv2';
import { simpleParser } from 'mailparser';
import { expect, test } from '../../jest.ts';
import { mailServerForFile } from '../support/mail-server.ts';

const server = await mailServerForFile();

const bytes = Uint8Array.from({ length: 3000 }, (_, n) => n % 256);

const file = (FileName: string, given: Partial<Attachment> = {}): Attachment => ({
  FileName,
  RawContent: bytes,
  ContentType: 'application/pdf',
  ContentDisposition: 'ATTACHMENT',
  ContentTransferEncoding: 'BASE64',
  ...given,
});

/** A mail as an independent parser reads what the inbox's page lets people download. */
async function downloaded(messageId: string) {
  const answer = await server.get(`/mails/${messageId}/eml`);
  return simpleParser(Buffer.from(await answer.arrayBuffer()));
}

test.each([
  'Übersicht.pdf',
  'Rechnung Größe 4½.pdf',
  '請求書.pdf',
  'счёт-фактура.pdf',
  'فاتورة.pdf',
  `it's "quoted"; 100%.pdf`,
  `${'😀'.repeat(62)}abc.pdf`,
  `${'x'.repeat(251)}.pdf`,
])('a mail downloaded from the inbox has the file %s with its name and its bytes', async (name) => {
  const { attachments } = await downloaded(await server.send({ Attachments: [file(name)] }));

  expect(attachments).toMatchObject([
    { filename: name, contentType: 'application/pdf', contentDisposition: 'attachment' },
  ]);
  expect(attachments[0]?.content.equals(bytes)).toBe(true);
});

test('a mail downloaded from the inbox has each inline picture under its Content-ID', async () => {
  const inline = { ContentDisposition: 'INLINE', ContentType: 'image/png' } as const;
  const messageId = await server.send({
    Attachments: [
      file('logo.png', { ...inline, ContentId: 'logo' }),
      file('map.png', { ...inline, ContentId: 'map.1_a-b' }),
      file('a.pdf'),
    ],
  });

  const { attachments } = await downloaded(messageId);

  const read = attachments.map(({ filename, cid, contentDisposition }) => [
    filename,
    cid,
    contentDisposition,
  ]);
  expect(read).toEqual([
    ['logo.png', 'logo', 'inline'],
    ['map.png', 'map.1_a-b', 'inline'],
    ['a.pdf', undefined, 'attachment'],
  ]);
});

test('a mail downloaded from the inbox has an invitation with the parameter of its media type', async () => {
  const ics = file('invite.ics', { ContentType: 'text/calendar; method=REQUEST' });

  const answer = await server.get(`/mails/${await server.send({ Attachments: [ics] })}/eml`);

  expect(await answer.text()).toMatch(/^Content-Type: text\/calendar; method=REQUEST/m);
});

test('a mail downloaded from the inbox has both headers of one-click unsubscribe, and the ids of a reply', async () => {
  const Headers = [
    { Name: 'List-Unsubscribe', Value: '<https://acme.example/u/8172>' },
    { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
    { Name: 'In-Reply-To', Value: '<ticket-1@acme.example>' },
    { Name: 'References', Value: '<ticket-0@acme.example> <ticket-1@acme.example>' },
  ];

  const messageId = await server.send({ Headers });
  const parsed = await downloaded(messageId);

  expect(parsed.headerLines.map(({ line }) => line.replace(/\r\n\s+/g, ' '))).toEqual(
    expect.arrayContaining(Headers.map(({ Name, Value }) => `${Name}: ${Value}`)),
  );
  expect(parsed.messageId).toBe(`<${messageId}@email.amazonses.com>`);
});
