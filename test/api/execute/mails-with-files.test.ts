import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { call } from '../harness/call.ts';
import { parsedMail, parsedMailOf } from '../harness/eml.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { mailsWhere } from '../harness/inbox.ts';
import { messageThatIs } from '../harness/messages.ts';

const account = await openAccount();
const html = '<p>Hi</p><img src="cid:logo" alt="Acme">';
await account.save({ id: 'hello', html, flow: flowOf(template, provider()) });

const hello = { templateId: 'hello', variables: {}, _to: 'ada@good.example' };

const bytes = Buffer.from(Array.from({ length: 3000 }, (_, n) => n % 256));
const content = bytes.toString('base64');

describe('a file of a mail, as an independent parser reads it', () => {
  test.each([
    'invoice-1001.pdf',
    'Übersicht Größe.pdf',
    '請求書.pdf',
    'فاتورة.pdf',
    `it's "quoted"; 100%.pdf`,
    `${'😀'.repeat(62)}abc.pdf`,
  ])('the mail that execute sends has the file %s with its name and its bytes', async (name) => {
    const mail = await parsedMailOf(
      await account.execute({ ...hello, _attachments: [{ name, content }] }),
    );

    expect(mail.attachments).toMatchObject([
      { filename: name, contentType: 'application/pdf', contentDisposition: 'attachment' },
    ]);
    expect(mail.attachments[0]?.content.equals(bytes)).toBe(true);
  });

  test('a file with a cid is inline in the mail that execute sends, under that Content-ID', async () => {
    const _attachments = [
      { name: 'logo.png', content, cid: 'logo' },
      { name: 'invite.ics', content, type: 'text/calendar; method=REQUEST' },
    ];

    const { attachments } = await parsedMailOf(await account.execute({ ...hello, _attachments }));

    expect(attachments).toMatchObject([
      { filename: 'logo.png', cid: 'logo', contentDisposition: 'inline' },
      { filename: 'invite.ics', contentType: 'text/calendar', contentDisposition: 'attachment' },
    ]);
  });

  test('each mail of a batch has its own files', async () => {
    const messages = ['one', 'two'].map((name) => ({
      _to: `files-${name}@good.example`,
      variables: {},
      _attachments: [{ name: `${name}.pdf`, content: Buffer.from(name).toString('base64') }],
    }));

    await call('/v1/batch', { key: account.key, body: { templateId: 'hello', messages } });

    for (const name of ['one', 'two']) {
      const to = `files-${name}@good.example`;
      const { record } = await messageThatIs('DELIVERED', account, to);
      const { attachments } = await parsedMail(record.sesMessageId ?? '');
      expect(attachments.map((file) => [file.filename, file.content.toString()])).toEqual([
        [`${name}.pdf`, name],
      ]);
    }
  });
});

test('the mail that execute sends has the headers of a reply and both of one-click unsubscribe', async () => {
  const _headers = {
    'In-Reply-To': '<1@acme.example>',
    References: '<0@acme.example> <1@acme.example>',
  };
  const _unsubscribe = 'https://acme.example/u/8172?a=1&b=2';

  const { headerLines } = await parsedMailOf(
    await account.execute({ ...hello, _headers, _unsubscribe }),
  );

  const lines = headerLines.map(({ line }) => line.replace(/\r\n\s+/g, ' '));
  expect(lines).toEqual(
    expect.arrayContaining([
      'In-Reply-To: <1@acme.example>',
      'References: <0@acme.example> <1@acme.example>',
      'List-Unsubscribe: <https://acme.example/u/8172?a=1&b=2>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ]),
  );
});

test('a file that SES refuses is refused before a mail is sent', async () => {
  const _to = 'exe@good.example';

  const answer = await account.execute({
    ...hello,
    _to,
    _attachments: [{ name: 'invoice.pdf.exe', content }],
  });

  expect(answer.body).toMatchObject({ type: 'validation_failed', field: '_attachments' });
  expect(await mailsWhere(({ destination }) => destination.to.includes(_to))).toEqual([]);
});
