import { readForgottenKey } from '../../../../shared/adapters/tables/account-people.ts';
import { alone } from '../../../../shared/adapters/tables/change.ts';
import { keepCopy } from '../../../../shared/adapters/tables/copies-table.ts';
import { readForgetting } from '../../../../shared/adapters/tables/forgettings-table.ts';
import { readMessage } from '../../../../shared/adapters/tables/messages-table.ts';
import { recordEvent } from '../../../../shared/adapters/tables/messages-table-events.ts';
import { readReports } from '../../../../shared/adapters/tables/messages-table-reports.ts';
import {
  beginMessage,
  settleMessage,
} from '../../../../shared/adapters/tables/messages-table-writes.ts';
import { readReplies } from '../../../../shared/adapters/tables/replies-table.ts';
import { listSuppressed, suppress } from '../../../../shared/adapters/tables/suppression-table.ts';
import { listEntries } from '../../../../shared/adapters/tables/trail-table.ts';
import { findPerson } from '../../../../shared/manage/person/find-person.ts';
import { forgetPerson } from '../../../../shared/manage/person/forget-person.ts';
import type { PersonPorts } from '../../../../shared/manage/person/person-ports.ts';
import { newMessageId } from '../../../../shared/message/message-id.ts';
import { forgottenAddress } from '../../../../shared/people/late-report.ts';
import { type ForgottenPerson, noCounts } from '../../../../shared/people/person-data.ts';
import { expect, test } from '../../../jest.ts';
import { aMessage, anEvent } from '../../adapters/messages.ts';
import { accountPerTest } from '../account-per-test.ts';
import {
  address,
  bob,
  fillAccount,
  itemsWith,
  leaksIn,
  personPorts,
  sent,
  startMs,
  typed,
} from './a-person.ts';

const at = await accountPerTest();

/** Forgets the person to the end, with a clock that each wait moves on. */
async function forget(
  ports: ReturnType<typeof personPorts>,
  suppress = false,
): Promise<ForgottenPerson> {
  for (let calls = 0; ; calls++) {
    if (calls === 20) throw new Error('It does not come to its end');
    const answer = await forgetPerson(ports, at.account, { address: typed, suppress });
    if (answer.done) return answer;
    ports.pause(answer.waitMs);
  }
}

const entriesNow = async () =>
  (await listEntries(at.tables.trail.table, at.account, { limit: 10 })).entries.filter(
    ({ action }) => action.startsWith('person.'),
  );

const counts = {
  ...{ messages: 4, refused: 1, scheduled: 1, copies: 3, test: 1, failures: 1, replies: 1 },
  ...{ suppressed: true, seeds: true, history: 4 },
};

test.each([1, 4, 32])(
  'after forgetting, no table has the address, in an account of %i parts',
  async (parts) => {
    const ids = await fillAccount(at.tables, at.account, parts);
    const ports = personPorts(at.ports, { pageSize: 2 });

    const found = await findPerson(ports, at.account, { address: typed });
    const forgotten = await forget(ports);

    expect(found).toMatchObject({ address, done: true, found: counts, nextCursor: null });
    const left = [
      expect.objectContaining({ what: 'test data', where: 'template:welcome', revision: 2 }),
    ];
    expect(found.left).toEqual(left);
    expect(forgotten).toMatchObject({ address, done: true, forgotten: counts, left });
    expect(await leaksIn(at.tables, at.account)).toEqual([]);

    const read = (name: string) => readMessage(at.tables.messages, at.account, ids[name] ?? '');
    const gone = forgottenAddress(found.person);
    expect(await read('single')).toMatchObject({
      ...{ state: 'SENT', subject: '', recipients: [{ address: gone, field: '_to' }] },
      ...{ reported: 'BOUNCED', answer: '{"a":1}', templateId: 'hello', forgotten: [found.person] },
    });
    expect(await read('scheduled')).toMatchObject({ state: 'CANCELLED' });
    const other = await read('other');
    expect(other).toMatchObject({ subject: 'Bob', reference: 'bob' });
    const replies = other ? await readReplies(at.tables.messages, other) : [];
    expect(replies).toMatchObject([{ from: bob }]);
    const several = await read('several');
    if (several === null) throw new Error('The record is gone');
    const { recipients } = await readReports(at.tables.messages, several);
    expect(recipients.map(({ address, state }) => [address, state])).toEqual([
      [gone, 'DELIVERED'],
      [bob, 'DELIVERED'],
    ]);
    expect((await listSuppressed(at.tables.messages, at.account)).suppressions).toMatchObject([
      { address: bob },
      { address: `~${found.person}`, reason: 'bounce', detail: null, messageId: null },
    ]);
    const entries = await entriesNow();
    expect(entries.map(({ action, target, change }) => [action, target, change])).toEqual([
      ['person.forgotten', `person:${found.person}`, counts],
      ['person.found', `person:${found.person}`, counts],
    ]);
  },
);

test('a second run, and one for somebody of whom there is nothing, change nothing and make no entry', async () => {
  await fillAccount(at.tables, at.account);
  const ports = personPorts(at.ports);
  await forget(ports);
  const before = await itemsWith(at.tables, at.account);

  const again = await forget(ports);
  const other = await forgetPerson(ports, at.account, { address: 'zoe@example.com' });

  expect([again.forgotten, other.forgotten]).toEqual([noCounts, noCounts]);
  expect(other).toMatchObject({ done: true, waitMs: 0 });
  expect(await itemsWith(at.tables, at.account)).toEqual(before);
  expect(await entriesNow()).toHaveLength(1);
});

/** The tables' client, which makes a number of writes and then fails, as if its process had stopped. */
function stopping(ports: PersonPorts, writes: number): PersonPorts {
  let made = 0;
  const { client } = ports.messages;
  const stopped: typeof client = {
    ...client,
    send: async (command, options) => {
      if (made >= writes) throw new Error('stopped');
      const answer = await client.send(command, options);
      if (!/^(Get|Query|Scan|Batch)/.test(command.operation)) made += 1;
      return answer;
    },
  };
  const table = <T extends object>(one: T) => ({ ...one, client: stopped });
  return {
    ...ports,
    ...{ accounts: table(ports.accounts), keys: table(ports.keys) },
    ...{ messages: table(ports.messages), templates: table(ports.templates) },
    trail: { ...ports.trail, table: table(ports.trail.table), accounts: table(ports.accounts) },
  };
}

test('killed after each write and run again, it ends the same', async () => {
  await fillAccount(at.tables, at.account, 2);
  const ports = personPorts(at.ports, { pageSize: 2 });
  let answer: ForgottenPerson | null = null;
  // A run stops after 1 to 12 writes: one page of records takes fewer than 12.
  for (let runs = 0; answer === null || !answer.done; runs++) {
    if (runs > 400) throw new Error('It does not come to its end');
    answer = await forgetPerson(stopping(ports, 1 + (runs % 12)), at.account, {
      address: typed,
    }).catch((error: Error) => {
      if (error.message !== 'stopped') throw error;
      return null;
    });
    if (answer && !answer.done) ports.pause(answer.waitMs);
  }

  expect(answer.forgotten).toEqual(counts);
  expect(await leaksIn(at.tables, at.account)).toEqual([]);
  const entries = await entriesNow();
  expect(entries.map(({ action }) => action)).toEqual(['person.forgotten']);
});

test('two at the same time end the same, with one entry', async () => {
  await fillAccount(at.tables, at.account);

  const answers = await Promise.all(
    [1, 3].map((pageSize) => forget(personPorts(at.ports, { pageSize }))),
  );

  expect(answers.map(({ forgotten }) => forgotten)).toEqual([counts, counts]);
  const entries = await entriesNow();
  expect(entries).toHaveLength(1);
  expect(await leaksIn(at.tables, at.account)).toEqual([]);
});

test('mails that are being sent, and reports that come meanwhile and a day later, leave no address', async () => {
  const { messages } = at.tables;
  const ids = await fillAccount(at.tables, at.account, 2);
  const ports = personPorts(at.ports);
  const sending = aMessage({
    ...{ accountId: at.account, owner: 'o', leaseUntilMs: startMs + 15_000, subject: typed },
    // A scheduled message has the id of the time when it was accepted.
    ...{ messageId: newMessageId(startMs - 86_400_000, 2), expiresAt: startMs / 1000 + 86_400 },
    recipients: [{ address: sent, field: '_to' }],
  });
  await beginMessage(messages, sending);
  const bounce = (messageId: string, eventId: string) =>
    recordEvent(
      messages,
      at.account,
      messageId,
      { ...anEvent(), eventId, addresses: [sent], state: 'BOUNCED', reason: `550 ${sent}` },
      readForgottenKey.bind(null, at.tables.accounts),
    );

  const first = await forgetPerson(ports, at.account, { address: typed });
  const there = await readMessage(messages, at.account, sending.messageId);
  const answered = { state: 'SENT' as const, settledAt: sending.createdAt, sesMessageId: 'ses-9' };
  await settleMessage(messages, sending, { ...answered, error: null, answer: '{}', trace: null });
  const bodies = { subject: typed, html: typed, text: '' };
  await keepCopy(messages, sending, { variables: {}, bodies }, sending.expiresAt);
  for (const name of ['single', 'several']) await bounce(ids[name] ?? '', 'during');
  await suppress(
    messages,
    at.account,
    { address: sent, reason: 'complaint', at: sending.createdAt, detail: sent, messageId: null },
    alone,
  );
  ports.pause(first.waitMs);
  const last = await forgetPerson(ports, at.account, { address: typed });
  for (const name of ['single', 'several']) await bounce(ids[name] ?? '', 'a day later');
  await bounce(sending.messageId, 'a day later');

  expect([first.done, last.done]).toEqual([false, true]);
  expect(there).toEqual(sending);
  expect(last.forgotten).toMatchObject({ messages: counts.messages + 1 });
  expect(await readMessage(messages, at.account, sending.messageId)).toMatchObject({
    ...{ state: 'SENT', subject: '', reported: 'BOUNCED' },
    recipients: [{ address: forgottenAddress(last.person) }],
  });
  expect(await leaksIn(at.tables, at.account)).toEqual([]);
});

test('a user of the dashboard is not forgotten', async () => {
  await fillAccount(at.tables, at.account);
  const user = { sub: 's', accountId: at.account, email: address, invitedAt: '' };
  const ports = personPorts(at.ports, { listUsers: async () => [user] });

  await expect(forget(ports)).rejects.toThrow(
    `${address} may use the dashboard: remove them first with user remove`,
  );
  const { person, left } = await findPerson(ports, at.account, { address });
  expect(left).toContainEqual(
    expect.objectContaining({ what: 'user of the dashboard', where: `user:${address}` }),
  );
  expect(await readForgetting(at.tables.trail.table, at.account, person)).toBeNull();
});
