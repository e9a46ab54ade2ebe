import { createElement } from 'react';
import { type ErrorResponse, Resend } from 'resend';
import { createKey, deleteKey } from '../../../shared/manage/keys.ts';
import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { deployment } from '../harness/deployment.ts';
import { flowOf, provider, raw, sender, template } from '../harness/flow.ts';
import { mailsTo } from '../harness/inbox.ts';
import { messageThatIs } from '../harness/messages.ts';

const account = await openAccount();
const flow = flowOf(template, provider());
await account.save({ ...raw, flow }, { id: 'hello', html: '<p>Hi {{name}}</p>', flow });

const baseUrl = `${deployment.doorsUrl}/resend`;
const resend = new Resend(account.key, { baseUrl });
const from = `Acme <${sender}>`;
const mailTo = (name: string) => ({
  ...{ from, to: `${name}@good.example`, subject: 'Hello', html: `<p>Hello ${name}</p>` },
});
const sentTo = (name: string) => mailsTo(`${name}@good.example`);
const htmlTo = async (name: string) => (await sentTo(name)).map(({ body: { html } }) => html);

test("Resend's SDK sends a mail with its own HTML and a file once, and reads its state", async () => {
  const attachments = [{ filename: 'a.txt', content: Buffer.from('file') }];
  const mail = { ...mailTo('resend-ada'), attachments };
  const send = () => resend.emails.send(mail, { idempotencyKey: 'resend-ada' });
  const first = await send();
  const again = await send();
  const { record } = await messageThatIs('DELIVERED', account, mail.to);
  // Only a key with this scope may read messages.
  const scopes = ['messages'];
  const { secret } = await createKey(account.ports, { ...account, name: 'reads', scopes });
  const reading = new Resend(secret, { baseUrl });
  const found = await reading.emails.get(record.messageId);

  expect(first).toMatchObject({ error: null, data: { id: record.messageId } });
  expect(again.data).toEqual(first.data);
  expect(await htmlTo('resend-ada')).toEqual(['<p>Hello resend-ada</p>']);
  expect(record).toMatchObject({ door: 'resend', attachments: [{ name: 'a.txt', bytes: 4 }] });
  expect(found.data).toMatchObject({ to: [mail.to], last_event: 'delivered' });
});

test("Resend's SDK makes a mail's HTML of a React component", async () => {
  const { html: _, ...mail } = mailTo('resend-react');
  const react = createElement('p', null, 'Hello ', createElement('b', null, 'Ada'));
  await resend.emails.send({ ...mail, react });
  await messageThatIs('DELIVERED', account, mail.to);

  const [html] = await htmlTo('resend-react');
  expect(html).toContain('<p>Hello <b>Ada</b></p>');
});

test("Resend's SDK sends batches both ways, and schedules and cancels a mail", async () => {
  const template = { id: 'hello', variables: { name: 'Bob' } };
  const good = { from, to: 'resend-bob@good.example', subject: 'Hello', template };
  const bad = { ...mailTo('resend-eve'), from: 'eve@other.example' };
  const strict = await resend.batch.send([good, bad]);
  const permissive = await resend.batch.send([good, bad], { batchValidation: 'permissive' });
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const later = await resend.emails.send({ ...mailTo('resend-later'), scheduledAt: inAnHour });
  const cancelled = await resend.emails.cancel(later.data?.id ?? '');
  await messageThatIs('DELIVERED', account, good.to);

  const message = `from must be ${sender}, the sender of the flow of raw`;
  const error = { statusCode: 422, name: 'invalid_from_address', message: `emails[1]: ${message}` };
  expect(strict.error).toEqual(error);
  expect(permissive.data).toEqual({
    ...{ data: [{ id: expect.any(String) }], errors: [{ index: 1, message }] },
  });
  expect(cancelled.data).toEqual({ object: 'email', id: later.data?.id });
  expect(await htmlTo('resend-bob')).toEqual(['<p>Hi Bob</p>']);
});

const revoked = await account.newKey();
await deleteKey(account.ports, revoked.keyId);
const unknown = new Resend(revoked.secret, { baseUrl });
const html = undefined;
const noTemplate = { ...mailTo('x'), html, template: { id: 'none' } } as never;
const eve = { ...mailTo('x'), from: 'eve@other.example' };

test.each<[string, () => Promise<{ error: ErrorResponse | null }>, number, string]>([
  ['a revoked key', () => unknown.emails.send(mailTo('x')), 401, 'invalid_api_key'],
  ['an unknown template', () => resend.emails.send(noTemplate), 404, 'not_found'],
  ['an unknown id', () => resend.emails.cancel('none'), 404, 'not_found'],
  ['another sender', () => resend.emails.send(eve), 422, 'invalid_from_address'],
  ['an absent part', () => resend.domains.list(), 501, 'application_error'],
  ['an absent method', () => resend.emails.update({ id: 'x' } as never), 501, 'application_error'],
])("Resend's SDK tells of %s by status and name", async (_, call, statusCode, name) => {
  const { error } = await call();

  expect(error).toMatchObject({ statusCode, name, message: expect.any(String) });
});
