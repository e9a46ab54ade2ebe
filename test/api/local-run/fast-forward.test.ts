import { join } from 'node:path';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount } from '../harness/account.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { messageThatIs, statesTo } from '../harness/messages.ts';
import { startOwnRun } from '../harness/own-run.ts';

test('with --fast-forward 24h what is scheduled for the next 24 hours is sent at once, and nothing later', async () => {
  const data = join(temporaryFolder(), 'data');
  const run = await startOwnRun({ data, words: ['--fast-forward', '24h'] });
  const account = await openAccount('team', run.deployment);
  await account.save({ id: 'later', html: '<p>Hi</p>', flow: flowOf(template, provider()) });
  const schedule = (name: string, inHours: number) =>
    account.execute({
      ...{ templateId: 'later', variables: {}, _to: `${name}@inbox.example.com` },
      _sendAt: new Date(Date.now() + inHours * 3_600_000).toISOString(),
    });
  await schedule('minutes', 0.1);
  await schedule('hours', 23.9);
  await schedule('days', 48);

  const { record } = await messageThatIs('DELIVERED', account, 'hours@inbox.example.com');
  await messageThatIs('DELIVERED', account, 'minutes@inbox.example.com');

  expect(await statesTo(account, 'days@inbox.example.com')).toEqual(['SCHEDULED']);
  expect(Date.parse(record.settledAt ?? '')).toBeLessThanOrEqual(Date.now());
});
