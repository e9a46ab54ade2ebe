import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { expect, test } from '../../jest.ts';
import { messageRecord } from '../../shared/manage/message-records.ts';
import { problem, startDashboard } from './dashboard.ts';

const dashboard = await startDashboard();

/** A door to an account with three messages: two live ones, and a captured one of a test key. */
async function doorToMessages() {
  const { accountId, ask } = await dashboard.accountDoor();
  const expiresAt = Math.floor(Date.now() / 1000) + 1000;
  const keep = async (messageId: string, change: object) => {
    const sesMessageId = `captured-${messageId}`;
    const record = messageRecord({ accountId, messageId, expiresAt, sesMessageId, ...change });
    await beginMessage(dashboard.tables.messages, record);
    return messageId;
  };
  const [first, second] = ['ses-1', 'ses-2'];
  const receipt = { sesMessageId: first, subject: 'Your receipt', templateId: 'receipt' };
  const ids = {
    receipt: await keep(newMessageId(Date.now()), receipt),
    welcome: await keep(newMessageId(Date.now()), { sesMessageId: second, keyId: 'key_2' }),
    captured: await keep(newTestMessageId(Date.now()), {}),
  };
  const get = async (query: Record<string, string>) =>
    (await ask('GET', '/messages', { query })).body;
  return { ids, ask, get };
}

test('the list answers the one message that a pasted id is of, and says so; any other text lists the matches', async () => {
  const { ids, get } = await doorToMessages();
  const one = (id: string, more: object) => ({ items: [{ id }], nextCursor: null, ...more });

  expect(await get({ search: ` <ses-1@email.amazonses.com>\n` })).toMatchObject(
    one(ids.receipt, { looked: 1, exact: true }),
  );
  expect(await get({ search: `captured-${ids.captured}` })).toMatchObject({
    ...{ items: [{ id: ids.captured, test: 'captured' }], exact: true },
  });
  const listed = await get({ search: 'RECEIPT' });
  expect(listed).toMatchObject(one(ids.receipt, { looked: 2 }));
  expect(listed).not.toHaveProperty('exact');
});

test('the list has filters for the template and the key', async () => {
  const { ids, get } = await doorToMessages();

  expect(await get({ template: 'receipt' })).toMatchObject({ items: [{ id: ids.receipt }] });
  expect(await get({ key: 'key_2' })).toMatchObject({ items: [{ id: ids.welcome }] });
  expect(await get({ key: 'key_2', template: 'receipt' })).toMatchObject({ items: [] });
});

test('a text that is too long and times that are none are refused at their fields', async () => {
  const { ask } = await doorToMessages();
  const refused = (field: string, detail: string, code?: string) =>
    problem(400, 'invalid', 'The request is invalid', {
      errors: [{ pointer: `/query/${field}`, detail, ...(code && { code }) }],
    });
  const asked = (query: Record<string, string>) => ask('GET', '/messages', { query });

  expect(await asked({ search: 'long '.repeat(200) })).toEqual(
    refused('search', 'search must have at most 500 characters', 'bad-text'),
  );
  expect(await asked({ until: 'yesterday' })).toEqual(
    refused('until', 'until must be a time in ISO 8601, such as 2026-01-31T09:30:00Z'),
  );
  expect(await asked({ since: '2026-01-02', until: '2026-01-01' })).toEqual(
    refused('until', 'until is before since: no message is between them', 'bad-time'),
  );
});
