import type { Overview } from '../../../functions/manage/contracts/overview.ts';
import { listMessages } from '../../../shared/manage/messages/messages.ts';
import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { deployment } from '../harness/deployment.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { messageThatIs } from '../harness/messages.ts';

const simulator = (name: string) => `${name}@simulator.amazonses.com`;

test('the overview counts what an account sent as its list of messages shows it', async () => {
  const account = await openAccount();
  const { accountId, ports } = account;
  await account.save({ id: 'hello', html: '<p>Hello</p>', flow: flowOf(template, provider()) });
  const sends = ['success', 'success', 'bounce', 'complaint'].map(simulator);
  for (const _to of [...sends, 'not an address']) {
    await account.execute({ templateId: 'hello', variables: {}, _to });
  }
  await messageThatIs('BOUNCED', account, simulator('bounce'));
  await messageThatIs('COMPLAINED', account, simulator('complaint'));
  await messageThatIs('DELIVERED', account, simulator('success'));

  const answer = await fetch(`${deployment.dashboardUrl}/manage/v1/overview?days=7`, {
    headers: { 'x-postrider-account': accountId },
  });
  const { days, isCounting } = (await answer.json()) as Overview;

  const { messages } = await listMessages(ports, accountId);
  const listed = Object.groupBy(messages, ({ state }) => state);
  const numbers = Object.entries(listed).map(([state, found]) => [state, found.length]);
  expect(isCounting).toBe(false);
  expect(days.at(-1)?.counts).toEqual({ states: Object.fromEntries(numbers), hardBounces: 1 });
  expect(Object.fromEntries(numbers)).toMatchObject({ BOUNCED: 1, COMPLAINED: 1, REFUSED: 1 });
});
