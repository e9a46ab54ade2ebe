import { refuse } from '../../../shared/engine/errors.ts';
import type { ApiCaller } from '../../../shared/http/proxy.ts';
import { startTables } from '../../dynalite.ts';
import { describe, expect, test } from '../../jest.ts';
import { find, live, record, test as testKey } from './messages.ts';

/** The messages by their owner: account, mode, template. */
const ids = new Map<string, string>();

const accounts = ['acc_1', 'acc_2'];
const templates = ['welcome', 'invoice-2026'];
const modes = { live, test: testKey };

const tables = await startTables();
for (const [accountId, mode, templateId] of owners()) {
  const change = { templateId, reference: 'same' };
  ids.set(
    `${accountId} ${mode} ${templateId}`,
    await record(tables, modes[mode](accountId), change),
  );
}

function owners() {
  const each = Object.keys(modes) as (keyof typeof modes)[];
  return accounts.flatMap((accountId) =>
    each.flatMap((mode) => templates.map((templateId) => [accountId, mode, templateId] as const)),
  );
}

/** Each caller, with the messages that it may read. */
const callers: [name: string, ApiCaller, readable: string[]][] = accounts.flatMap((accountId) => {
  const readable = (mode: string, ...names: string[]) =>
    names.map((templateId) => `${accountId} ${mode} ${templateId}`);
  const all = templates;
  return [
    [`${accountId}, live`, live(accountId), readable('live', ...all)],
    [`${accountId}, test`, testKey(accountId), readable('test', ...all)],
    [
      `${accountId}, live, messages of one template`,
      live(accountId, ['messages:welcome']),
      readable('live', 'welcome'),
    ],
    [
      `${accountId}, live, messages of what it executes`,
      live(accountId, ['execute:invoice-*', 'messages']),
      readable('live', 'invoice-2026'),
    ],
    [
      `${accountId}, test, messages of one template`,
      testKey(accountId, ['messages:welcome']),
      readable('test', 'welcome'),
    ],
  ];
});

describe('the messages of others', () => {
  test.each(callers)('a key (%s) finds its own messages and no others', async (_, caller, own) => {
    const outcomes = await Promise.all(
      [...ids].flatMap(([owner, id]) => {
        const requests = [{ id }, { messageId: `ses-${id}` }, { messageId: `captured-${id}` }];
        return requests.map(async (request) => {
          const found = await find(tables, caller, request).catch((error) => error);
          return [owner, own.includes(owner) ? found.messages?.[0]?.id === id : found] as const;
        });
      }),
    );

    const unknown = refuse('messageNotFound');
    expect(outcomes).toEqual(
      outcomes.map(([owner]) => [owner, own.includes(owner) ? true : unknown]),
    );
    await expect(find(tables, caller, { id: 'unknown' })).rejects.toEqual(unknown);
  });

  test.each(callers)(
    'a search of a key (%s) finds its own messages and no others',
    async (_, caller, own) => {
      const expected = own.map((owner) => ids.get(owner)).sort();
      for (const request of [{ reference: 'same' }, { to: 'ada@example.org' }]) {
        const { messages } = await find(tables, caller, request);
        expect(messages.map(({ id }) => id).sort()).toEqual(expected);
      }
    },
  );
});
