import { keepCopy } from '../../../shared/adapters/tables/copies-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { describe, expect, test } from '../../jest.ts';
import { messageRecord } from '../../shared/manage/message-records.ts';
import {
  accountId,
  ask,
  dashboard,
  invalid,
  notFound,
  ok,
  startDashboardForFile,
} from './dashboard.ts';

await startDashboardForFile();

const expiresAt = Math.floor(Date.now() / 1000) + 1000;
const keptUntil = new Date(expiresAt * 1000).toISOString();
const bodies = { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' };

/** Records a message of the account, and returns its id. */
async function record(change: Partial<MessageRecord> = {}): Promise<string> {
  const messageId = newMessageId(Date.now());
  const message = messageRecord({ accountId, messageId, expiresAt, ...change });
  await beginMessage(dashboard.tables.messages, message);
  return message.messageId;
}

const keep = (messageId: string, copy: Parameters<typeof keepCopy>[2], until = expiresAt) =>
  keepCopy(dashboard.tables.messages, { accountId, messageId }, copy, until);
const list = async (query: Record<string, string> = {}) =>
  (await ask('GET', '/messages', { query })).body as { items: { id: string }[] };
const page = async (id: string) => (await ask('GET', `/messages/${id}`)).body as object;
const copyOf = (id: string) => ask('GET', `/messages/${id}/copy`);

describe('the list of messages', () => {
  test('a filter that cannot be is refused at its field', async () => {
    const unreadable = await ask('GET', '/messages', { query: { until: 'yesterday' } });
    const future = await ask('GET', '/messages', { query: { since: '2999-01-01' } });

    const isoTime = 'until must be a time in ISO 8601, such as 2026-01-31T09:30:00Z';
    expect(unreadable).toEqual(invalid({ pointer: '/query/until', detail: isoTime }));
    const detail = 'No message can be newer than now: name an earlier time';
    expect(future).toEqual(invalid({ pointer: '/query/since', detail, code: 'bad-time' }));
  });

  test('lists and pages of messages name the files of a mail, also of a refused one, and leave the field out where there are none', async () => {
    const attachments = [{ name: 'Übersicht.pdf', bytes: 2048 }];
    const sent = await record({ attachments });
    const refused = await record({ attachments, state: 'REFUSED', error: 'no', recipients: [] });
    const without = await record();

    const { items } = await list();
    const itemOf = (id: string) => items.find((item) => item.id === id);
    for (const id of [sent, refused]) {
      expect([itemOf(id), await page(id)]).toMatchObject([{ attachments }, { attachments }]);
    }
    expect(itemOf(without)).not.toHaveProperty('attachments');
    expect(await page(without)).not.toHaveProperty('attachments');
  });
});

describe('the copy of a message', () => {
  test('a message has the mail and the variables of its copy until the copy ends', async () => {
    const id = await record();
    const copy = {
      variables: { name: 'Ada', code: '••••' },
      given: { _subject: 'Hi', _replyTo: 'help@acme.example', _language: 'de' },
      bodies,
    };
    const before = await copyOf(id);
    await keep(id, copy);
    const kept = await copyOf(id);
    await keep(id, { ...copy, bodies: null });
    const large = await copyOf(id);
    await keep(id, copy, Math.floor(Date.now() / 1000));
    const after = await copyOf(id);

    const { variables } = copy;
    const given = { _subject: 'Hi', _replyTo: 'help@acme.example' };
    expect([before, after]).toEqual([ok({ copy: null }), ok({ copy: null })]);
    expect(kept).toEqual(ok({ copy: { variables, given, mail: bodies, keptUntil } }));
    expect(large).toEqual(ok({ copy: { variables, given, mail: null, keptUntil } }));
  });

  test('the copy of a message describes its files and its further headers', async () => {
    const id = await record();
    const variables = { name: 'Ada' };
    const described = {
      attachments: [
        { name: 'Übersicht.pdf', bytes: 2048, type: 'application/pdf', sha256: 'a'.repeat(64) },
        { name: 'logo.png', bytes: 70, type: 'image/png', sha256: 'b'.repeat(64), cid: 'logo' },
      ],
      headers: { 'X-Order': '1001' },
    };
    await keep(id, { variables, bodies, ...described });

    expect(await copyOf(id)).toEqual(
      ok({ copy: { variables, mail: bodies, ...described, keptUntil } }),
    );
  });

  test('no message has a copy without its record', async () => {
    const without = newMessageId(Date.now());
    await keep(without, { variables: {}, bodies });

    const answers = [await copyOf(without), await copyOf('nonsense%20')];

    expect(answers).toEqual(answers.map(() => notFound));
  });
});
