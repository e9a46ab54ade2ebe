import { alone } from '../../../shared/adapters/tables/change.ts';
import { suppress } from '../../../shared/adapters/tables/suppression-table.ts';
import { expect, test } from '../../jest.ts';
import { type Asked, account, ask, logged, startAccounts, tables } from './through.ts';

await startAccounts();

/** How each door names the fields of a mail. `/execute` is `/v1` itself, which has no `from`. */
const doors = {
  '/execute': ({ template: templateId, variables, to: _to }: Mail) => {
    return { templateId, variables, _to };
  },
  '/smtp': ({ template: templateId, variables, to: _to, from }: Mail) => {
    return { templateId, variables, _to, from };
  },
  '/resend/emails': ({ template: id, variables, to, from }: Mail) => {
    return { template: { id, variables }, to, from };
  },
  '/postmark/email/withTemplate': ({ template, variables, to, from }: Mail) => {
    return { TemplateAlias: template, TemplateModel: variables, To: to, From: from };
  },
};

const mail = {
  template: 'hello',
  variables: { name: 'Ada' },
  to: 'ada@example.org',
  from: 'Zoe <zoe@EXAMPLE.com>',
};

type Mail = Omit<typeof mail, 'variables'> & { variables: object };

interface Case {
  mail?: Partial<Mail>;
  asked?: Asked;
  recorded: boolean;
}

const noDomain: Asked = {
  ports: { lookupDomain: async () => ({ domain: false, mxRecords: false }) },
};
const off: Asked = { ports: { senderProblem: () => 'Sending is switched off' } };
const paused: Asked = { as: { paused: '{"at":"2026-11-21T10:00:00Z"}' } };

/** Why nothing is sent, and whether it is recorded. */
const cases: Record<string, Case> = {
  'the key is for another template': {
    ...{ asked: { as: { scopes: '["execute:other"]' } }, recorded: false },
  },
  'the key is paused': { asked: paused, recorded: false },
  'there is no such template': { mail: { template: 'none' }, recorded: false },
  'a recipient is suppressed': { mail: { to: 'bounced@example.org' }, recorded: true },
  'the domain takes no mail': { mail: { template: 'checked' }, asked: noDomain, recorded: true },
  'a variable is missing': { mail: { variables: {} }, recorded: true },
  'sending is switched off': { asked: off, recorded: true },
  'the recipient is no address': { mail: { to: 'ada@example.org\r\nBcc: eve' }, recorded: true },
};

const others = Object.keys(doors).slice(1) as (keyof typeof doors)[];
const rows = Object.keys(cases).flatMap((name) =>
  others.map((door) => [door, name] as [keyof typeof doors, string]),
);

test.each(rows)('%s sends nothing, as /v1 does, if %s', async (door, name) => {
  const { mail: change, asked, recorded } = cases[name] ?? { recorded: false };
  const given = { ...mail, ...change };
  const suppression = {
    ...{ address: 'bounced@example.org', at: '2026-11-20T08:00:00.000Z' },
    ...{ reason: 'manual' as const, detail: null, messageId: null },
  };
  await suppress(tables.messages, account.accountId, suppression, alone);

  const own = await ask('/execute', { body: doors['/execute'](given), ...asked });
  const answer = await ask(door, { body: doors[door](given), ...asked });

  const { error } = own.body;
  const { body } = answer;
  expect(body.message ?? body.Message ?? body.error).toBe(error);
  expect(answer.status === 200).toBe(door === '/smtp' && recorded);
  expect(account.accepted).toEqual([]);
  const records = await account.records();
  const short = records.map(({ state, error, door }) => ({ state, error, door }));
  const expected = [undefined, doorName(door)].map((door) => ({ state: 'REFUSED', error, door }));
  expect(short.sort(byDoor)).toEqual(recorded ? expected.sort(byDoor) : []);
  const statuses = { status: own.status, doorStatus: answer.status };
  expect(logged()).toMatchObject({ door: doorName(door), ...statuses });
});

const doorName = (resource: string) => resource.split('/')[1];
const byDoor = (one: { door?: string | undefined }, other: { door?: string | undefined }) =>
  (one.door ?? '').localeCompare(other.door ?? '');

test.each(others)('%s refuses another sender than the flow has, and records it', async (door) => {
  const answer = await ask(door, { body: doors[door]({ ...mail, from: 'eve@example.com' }) });

  const error = 'from must be zoe@example.com, the sender of the flow of hello';
  const { body } = answer;
  expect(body.message ?? body.Message ?? body.error).toBe(error);
  expect(account.accepted).toEqual([]);
  const [record] = await account.records();
  expect(record).toMatchObject({ state: 'REFUSED', field: 'from', error });
});

test.each(others)("%s sends with the flow's sender, whatever its name is", async (door) => {
  const { status, headers } = await ask(door, { body: doors[door](mail) });

  const [record] = await account.records();
  expect({ status, id: headers['x-message-id'] }).toEqual({ status: 200, id: record?.messageId });
  expect(account.accepted).toMatchObject([{ from: 'zoe@example.com', to: ['ada@example.org'] }]);
  expect(record?.door).toBe(doorName(door));
});

test.each(others)('%s captures the mail of a test key', async (door) => {
  const { status } = await ask(door, { body: doors[door](mail), as: { test: '{}' } });

  expect({ status, accepted: account.accepted }).toEqual({ status: 200, accepted: [] });
});

test('a door and /v1 share Idempotency-Keys: the same mail again is a repeat', async () => {
  const headers = { 'idempotency-key': 'k' };
  const first = await ask('/execute', { body: doors['/execute'](mail), headers });
  const again = await ask('/resend/emails', { body: doors['/resend/emails'](mail), headers });

  expect(again.body).toEqual({ id: first.headers['x-message-id'] });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(account.accepted).toHaveLength(1);
});
