import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { parsedMailOf } from '../harness/eml.ts';
import { flowOf, provider, template } from '../harness/flow.ts';

const account = await openAccount();
const html = '<p>Hi</p><img src="cid:logo" alt="Acme">';
await account.save({ id: 'hello', html, flow: flowOf(template, provider()) });

const hello = { templateId: 'hello', variables: {} };

const bytes = Buffer.from(Array.from({ length: 3000 }, (_, n) => n % 256));
const content = bytes.toString('base64');
const logo = { name: 'logo.png', content, cid: 'logo' };

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
