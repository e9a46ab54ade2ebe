import { keepCopy } from '../../../shared/adapters/tables/copies-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { expect, test } from '../../jest.ts';
import { messageRecord } from '../../shared/manage/message-records.ts';
import { ok, startDashboard } from './dashboard.ts';

const dashboard = await startDashboard();

const expiresAt = Math.floor(Date.now() / 1000) + 1000;
const attachments = [
  { name: 'Übersicht.pdf', bytes: 2048 },
  { name: 'logo.png', bytes: 70 },
];

test('lists and pages of messages name the files of a mail, also of a refused one, and leave the field out where there are none', async () => {
  const { accountId, ask } = await dashboard.accountDoor();
  const idOf = async (change: object) => {
    const messageId = newMessageId(Date.now());
    const record = messageRecord({ accountId, messageId, expiresAt, ...change });
    await beginMessage(dashboard.tables.messages, record);
    return messageId;
  };
  const sent = await idOf({ attachments });
  const refused = await idOf({ attachments, state: 'REFUSED', error: 'no', recipients: [] });
  const without = await idOf({});

  const { items } = (await ask('GET', '/messages')).body as { items: { id: string }[] };
  const pages = await Promise.all(
    [sent, refused, without].map(async (id) => (await ask('GET', `/messages/${id}`)).body),
  );

  const found = Object.fromEntries(items.map((item) => [item.id, item]));
  for (const [list, page] of [
    [found[sent], pages[0]],
    [found[refused], pages[1]],
  ]) {
    expect(list).toMatchObject({ attachments });
    expect(page).toMatchObject({ attachments });
  }
  expect(found[without]).not.toHaveProperty('attachments');
  expect(pages[2]).not.toHaveProperty('attachments');
});

test('lists and pages of messages name the language of a mail, or null where its template does not say it', async () => {
  const { accountId, ask } = await dashboard.accountDoor();
  const languages = ['pt-BR', undefined];
  for (const language of languages) {
    const messageId = newMessageId(Date.now());
    const record = messageRecord({ accountId, messageId, expiresAt, language });
    await beginMessage(dashboard.tables.messages, record);
  }

  const { items } = (await ask('GET', '/messages')).body as { items: { id: string }[] };
  const pages = await Promise.all(
    items.map(async ({ id }) => (await ask('GET', `/messages/${id}`)).body),
  );

  const named = (all: unknown[]) => all.map((each) => (each as { language: unknown }).language);
  expect(named(items).toSorted()).toEqual([null, 'pt-BR'].toSorted());
  expect(named(pages)).toEqual(named(items));
});

test('the copy of a message describes its files and its further headers', async () => {
  const { accountId, ask } = await dashboard.accountDoor();
  const messageId = newMessageId(Date.now());
  await beginMessage(dashboard.tables.messages, messageRecord({ accountId, messageId, expiresAt }));
  const described = {
    attachments: [
      { name: 'Übersicht.pdf', bytes: 2048, type: 'application/pdf', sha256: 'a'.repeat(64) },
      { name: 'logo.png', bytes: 70, type: 'image/png', sha256: 'b'.repeat(64), cid: 'logo' },
    ],
    headers: { 'X-Order': '1001' },
  };
  const bodies = { subject: 'Hi', html: '<img src="cid:logo">', text: 'Hi' };
  const copy = { variables: { name: 'Ada' }, bodies, ...described };
  await keepCopy(dashboard.tables.messages, { accountId, messageId }, copy, expiresAt);

  const answer = await ask('GET', `/messages/${messageId}/copy`);

  const keptUntil = new Date(expiresAt * 1000).toISOString();
  expect(answer).toEqual(
    ok({ copy: { variables: { name: 'Ada' }, mail: bodies, ...described, keptUntil } }),
  );
});
