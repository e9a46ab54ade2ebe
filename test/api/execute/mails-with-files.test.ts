import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { call } from '../harness/call.ts';
import { parsedMail, parsedMailOf } from '../harness/eml.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { mailsWhere } from '../harness/inbox.ts';
import { messageThatIs } from '../harness/messages.ts';

const account = await openAccount();
const html = '<p>Hi</p><img src="cid:logo" alt="Acme">';
await account.save({ id: 'hello', html, flow: flowOf(template, provider()) });

const hello = { templateId: 'hello', variables: {} };

const bytes = Buffer.from(Array.from({ length: 3000 }, (_, n) => n % 256));
const content = bytes.toString('base64');
const logo = { name: 'logo.png', content, cid: 'logo' };

/** The files of the mail to an address, once SES has delivered it, as an independent parser reads them. */
async function filesTo(to: string) {
  const { record } = await messageThatIs('DELIVERED', account, to);
  const { attachments } = await parsedMail(record.sesMessageId ?? '');
  return attachments.map((file) => [file.filename, file.cid, file.content.toString('base64')]);
}

test('the mail that execute sends has each file with its name in any script and its bytes, as an independent parser reads it', async () => {
  const names = [
    ...['invoice-1001.pdf', 'Übersicht Größe.pdf', '請求書.pdf', 'فاتورة.pdf'],
    ...[`it's "quoted"; 100%.pdf`, `${'😀'.repeat(62)}abc.pdf`],
  ];
  const _attachments = names.map((name) => ({ name, content }));

  const mail = await parsedMailOf(
    await account.execute({ ...hello, _to: 'ada@good.example', _attachments }),
  );

  const pdf = { contentType: 'application/pdf', contentDisposition: 'attachment', content: bytes };
  expect(mail.attachments).toMatchObject(names.map((filename) => ({ filename, ...pdf })));
});

test('a file with a cid is inline in the mail that execute sends, under that Content-ID', async () => {
  const invite = { name: 'invite.ics', content, type: 'text/calendar; method=REQUEST' };
  const request = { ...hello, _to: 'ada@good.example', _attachments: [logo, invite] };

  const { attachments } = await parsedMailOf(await account.execute(request));

  expect(attachments).toMatchObject([
    { filename: 'logo.png', cid: 'logo', contentDisposition: 'inline' },
    { filename: 'invite.ics', contentType: 'text/calendar', contentDisposition: 'attachment' },
  ]);
});

test('a scheduled mail arrives with its files', async () => {
  const _to = 'files-later@good.example';
  const _sendAt = new Date(Date.now() + 1000).toISOString();

  await account.execute({ ...hello, _to, _sendAt, _attachments: [logo] });

  expect(await filesTo(_to)).toEqual([['logo.png', 'logo', content]]);
});

test('each mail of a batch arrives with its own files, or with those beside `messages`', async () => {
  const own = { name: 'own.pdf', content: Buffer.from('own').toString('base64') };
  const messages = [
    { _to: 'files-own@good.example', _attachments: [own] },
    { _to: 'files-shared@good.example' },
  ];

  await call('/v1/batch', { key: account.key, body: { ...hello, messages, _attachments: [logo] } });

  expect(await filesTo('files-own@good.example')).toEqual([['own.pdf', undefined, own.content]]);
  expect(await filesTo('files-shared@good.example')).toEqual([['logo.png', 'logo', content]]);
});

test.each([
  ['an extension that SES does not send', { name: 'a.pdf.exe', content: 'YQ==' }, /\.exe/],
  ['broken base64', { name: 'a.pdf', content: '%%%' }, /base64/],
  ['a bucket of somebody else', { name: 'a.pdf', s3: 's3://acme-x/a' }, /bucket acme-x/],
])('a file is refused before its mail is recorded as sent: %s', async (what, file, error) => {
  const _to = `${what.replaceAll(' ', '-')}@good.example`;

  const { body } = await account.execute({ ...hello, _to, _attachments: [file] });

  expect(body).toEqual({
    success: false,
    type: 'validation_failed',
    field: '_attachments',
    error: expect.stringMatching(error),
  });
  expect(await mailsWhere(({ destination }) => destination.to.includes(_to))).toEqual([]);
});
