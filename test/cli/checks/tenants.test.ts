import { tenantChecks } from '../../../cli/checks/tenants.ts';
import { expect, test } from '../../jest.ts';

const place = 'arn:aws:ses:eu-central-1:1';
const set = `${place}:configuration-set/mails`;
const sender = `${place}:identity/shop.example`;
const resources: Record<string, string[]> = { acc_1: [set, sender], acc_2: [set] };

const found = (ids: readonly string[], by?: 'ses' | 'operator') => {
  const ports = {
    where: async () => ({ region: 'eu-central-1', options: ' --stack mails' }),
    accounts: async () =>
      ids.map((accountId) => ({
        accountId,
        ...(by && {
          sending: {
            state: 'PAUSED' as const,
            by,
            at: '2026-11-28T12:00:00Z',
            reason: by === 'ses' ? 'Bounces' : null,
          },
        }),
      })),
    tenants: async () => ({
      ...{ configurationSet: 'mails', senders: ['shop.example'] },
      calls: {
        find: async (name: string) =>
          name in resources
            ? { arn: `${place}:tenant/${name}/tn`, tags: {}, status: 'ENABLED' as const }
            : null,
        resources: async (name: string) => resources[name] ?? [],
      },
    }),
  };
  return Promise.all(tenantChecks.map((check) => check.find(ports)));
};

test('tenants with all senders, of accounts that send, are good', async () => {
  expect((await found(['acc_1'])).map(({ status }) => status)).toEqual(['ok', 'ok']);
});

test('doctor names each paused account, who paused it and why', async () => {
  const [bySes] = await found(['acc_1', 'acc_2'], 'ses');
  const [byOperator] = await found(['acc_1'], 'operator');

  expect(bySes).toMatchObject({
    status: 'broken',
    found:
      'acc_1 was paused by SES at 2026-11-28T12:00:00Z: Bounces; acc_2 was paused by SES at 2026-11-28T12:00:00Z: Bounces',
  });
  expect(byOperator?.found).toBe('acc_1 was paused by an operator at 2026-11-28T12:00:00Z');
});

test('doctor names what an account lacks as a tenant, and the command that makes it', async () => {
  const [, missing] = await found(['acc_1', 'acc_2', 'acc_3']);

  expect(missing).toMatchObject({
    status: 'broken',
    found: `acc_2 lacks ${sender}; acc_3 has no tenant`,
    fix: [{ kind: 'say' }, { text: expect.stringMatching(/account tenants --stack mails$/) }],
  });
});
