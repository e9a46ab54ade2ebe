import { randomBytes } from 'node:crypto';
import { simpleParser } from 'mailparser';
import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { callRaw } from '../harness/call.ts';
import { deployment } from '../harness/deployment.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { messageThatIs } from '../harness/messages.ts';

const account = await openAccount();
await account.save({
  id: 'invoice',
  html: '<p><img src="cid:logo">Hi {{name}}</p>',
  flow: flowOf(template, provider()),
});

const request = { templateId: 'invoice', variables: { name: 'Ada' } };
const bytes = randomBytes(50_000);
const names = ['Übersicht März.pdf', '請求書.pdf', `it's "final".pdf`, `${'🙂'.repeat(62)}abc.pdf`];
const _attachments = [
  ...names.map((name) => ({ name, content: bytes.toString('base64') })),
  { name: 'logo.png', content: bytes.toString('base64'), cid: 'logo' },
];

/** The files of the mail with this id of SES, as an independent parser reads them in the local inbox. */
async function filesOf(messageId: string | null) {
  const answer = await fetch(new URL(`/mails/${messageId}/eml`, deployment.inboxUrl ?? ''));
  const { attachments } = await simpleParser(Buffer.from(await answer.arrayBuffer()));
  return attachments.map(({ filename, cid, content }) => [filename, cid, content.equals(bytes)]);
}

const arrived = [
  ...names.map((name) => [name, undefined, true]),
  ['logo.png', 'logo', true],
].sort();

test('a mail arrives with its files: names in any script, and every byte', async () => {
  const { body } = await account.execute({ ...request, _to: 'files@good.example', _attachments });

  expect(body).toMatchObject({ success: true, type: 'sent' });
  const { messageId } = body as { messageId: string };
  expect((await filesOf(messageId)).sort()).toEqual(arrived);
});

test('a scheduled mail arrives with its files', async () => {
  const _to = 'files-later@good.example';
  const _sendAt = new Date(Date.now() + 3000).toISOString();

  await account.execute({ ...request, _to, _sendAt, _attachments: _attachments.slice(-1) });

  const { record } = await messageThatIs('DELIVERED', account, _to);
  expect(await filesOf(record.sesMessageId)).toEqual([['logo.png', 'logo', true]]);
});

test('each mail of a batch arrives with the files beside `messages`', async () => {
  const to = ['files-a@good.example', 'files-b@good.example'];
  const body = {
    ...request,
    messages: to.map((_to) => ({ _to })),
    _attachments: _attachments.slice(-1),
  };

  await callRaw('/v1/batch', { key: account.key, body });

  for (const each of to) {
    const { record } = await messageThatIs('DELIVERED', account, each);
    expect(await filesOf(record.sesMessageId)).toEqual([['logo.png', 'logo', true]]);
  }
});

test.each([
  ['an extension that SES does not send', { name: 'a.pdf.exe', content: 'YQ==' }, /\.exe/],
  ['broken base64', { name: 'a.pdf', content: '%%%' }, /base64/],
  ['a bucket of somebody else', { name: 'a.pdf', s3: 's3://acme-x/a' }, /bucket acme-x/],
])('a file is refused before its mail is recorded as sent: %s', async (_, file, error) => {
  const { body } = await account.execute({
    ...request,
    _to: 'a@good.example',
    _attachments: [file],
  });

  expect(body).toEqual({
    success: false,
    type: 'validation_failed',
    field: '_attachments',
    error: expect.stringMatching(error),
  });
});
