import {
  type AccountStatePorts,
  accountIn,
  updateAccount,
  updateAccounts,
} from '../../../functions/events/account-states.ts';
import type { SendingStatus, Standing } from '../../../shared/adapters/ses/tenants.ts';
import { writeAnnounced, writeSending } from '../../../shared/adapters/tables/account-sending.ts';
import { listAccounts, readAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { accountEvent } from '../../../shared/webhook/account-event.ts';
import { startTables } from '../../dynalite.ts';
import { beforeEach, expect, test } from '../../jest.ts';
import { putAccounts } from '../../management.ts';

const { accounts } = await startTables();

let id = '';
let status: SendingStatus;
let standing: Standing;
let announced: { id: string; event: object }[];
let tries: number;

beforeEach(async () => {
  id = `acc_${Math.random().toString(36).slice(2, 12).padEnd(16, '0')}`;
  await putAccounts(accounts, id);
  [status, announced, tries] = ['ENABLED', [], 0];
  standing = { operator: 'ENABLED', ses: 'ENABLED', cause: null };
});

const ports = (more: Partial<AccountStatePorts> = {}): AccountStatePorts => ({
  tenants: {
    find: async (name) => (name === id ? { arn: `arn:tenant/${id}`, tags: {}, status } : null),
    standing: async () => standing,
  },
  readAccount: (accountId) => readAccount(accounts, accountId),
  listAccounts: () => listAccounts(accounts),
  writeSending: (accountId, change) => writeSending(accounts, accountId, change, alone),
  writeAnnounced: (accountId, state) => writeAnnounced(accounts, accountId, state),
  announcer: {
    account: async (accountId, sending) => void announced.push(accountEvent(accountId, sending)),
  },
  now: () => new Date(Date.UTC(2026, 10, 28, 12, ++tries)),
  ...more,
});

function pausedBySes(): void {
  status = 'DISABLED';
  standing = { operator: 'ENABLED', ses: 'DISABLED', cause: 'Bounce rate is too high' };
}

const at = '2026-11-28T12:01:00.000Z';
const pause = { by: 'ses', reason: 'Bounce rate is too high', at };

test.each([
  [{ resources: ['arn:aws:ses:eu-central-1:1:tenant/acc_0a1B2c3D4e5F6g7H/tn-1'] }, true],
  [{ resources: ['arn:aws:ses:eu-central-1:1:configuration-set/x'], detail: {} }, false],
  [{ detail: { deep: [{ TenantName: 'acc_0a1B2c3D4e5F6g7H' }] } }, true],
  [{ detail: 'no account' }, false],
  [{}, false],
])('the account of the event %j', (event, isNamed) => {
  expect(accountIn(event)).toBe(isNamed ? 'acc_0a1B2c3D4e5F6g7H' : undefined);
});

test('a pause by SES is recorded and announced once, however often events come', async () => {
  pausedBySes();

  expect(await updateAccount(id, ports())).toBe('PAUSED');
  expect(await updateAccount(id, ports())).toBe('PAUSED');

  expect((await readAccount(accounts, id))?.sending).toEqual({ state: 'PAUSED', ...pause });
  const event = { type: 'account.paused', timestamp: at, data: { accountId: id, ...pause } };
  expect(announced).toEqual([{ id: expect.stringMatching(/^evt_/), event }]);
});

test('events in another order end in SES’s present state', async () => {
  pausedBySes();
  await updateAccount(id, ports());
  status = 'ENABLED';

  // The event about the pause comes last: SES is asked, not the event.
  expect(await updateAccount(id, ports())).toBe('ACTIVE');
  expect(await updateAccount(id, ports())).toBe('ACTIVE');

  expect(announced.map(({ event }) => event)).toMatchObject([
    { type: 'account.paused' },
    { type: 'account.resumed', data: { by: 'ses', reason: null } },
  ]);
});

test('the hourly look announces a pause whose announcement failed, with the same id', async () => {
  pausedBySes();
  const ids: string[] = [];
  const failing: AccountStatePorts['announcer'] = {
    account: async (accountId, sending) => {
      ids.push(accountEvent(accountId, sending).id);
      throw new Error('The queue does not answer');
    },
  };

  await expect(updateAccount(id, ports({ announcer: failing }))).rejects.toThrow('The queue');
  expect(await updateAccounts(ports())).toBe(1);

  expect(announced.map((event) => event.id)).toEqual(ids);
});

test('the hourly look goes on after an account that SES does not answer for', async () => {
  pausedBySes();
  const { tenants } = ports();
  const find = (name: string) =>
    name === id ? tenants.find(name) : Promise.reject(new Error('SES does not answer'));

  await expect(updateAccounts(ports({ tenants: { ...tenants, find } }))).rejects.toThrow('SES');

  expect(announced).toHaveLength(1);
});

test('a pause by an operator has no words of SES, and its announcement the reason of the record', async () => {
  status = 'DISABLED';
  standing = { operator: 'DISABLED', ses: 'ENABLED', cause: null };
  const next = { state: 'PAUSED', by: 'operator', at, reason: 'A bought list' } as const;
  await writeSending(accounts, id, { before: undefined, next }, alone);

  await updateAccount(id, ports());

  expect(announced).toMatchObject([{ event: { data: { by: 'operator', reason: next.reason } } }]);
});

test('an account that sends and was never paused is not written, and not announced', async () => {
  const writeNothing = async () => expect('a write').toBe('no write') as never;

  expect(
    await updateAccount(id, ports({ writeSending: writeNothing, writeAnnounced: writeNothing })),
  ).toBe('ACTIVE');
  expect(announced).toEqual([]);
});

test('a tenant that is no account of this deployment, and an account without tenant, are left alone', async () => {
  expect(await updateAccount('acc_other00000000000', ports())).toBeNull();
  await putAccounts(accounts, 'acc_none000000000000');
  expect(await updateAccount('acc_none000000000000', ports())).toBeNull();
});
