import { listSuppressed } from '../../../shared/adapters/tables/suppression-table.ts';
import { listMessages } from '../../../shared/manage/messages/messages.ts';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { openAccount } from '../harness/account.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();
const draft = { html: '<p>Hi</p>', flow: flowOf(template, provider()) };
const at = (mailbox: string) => `${mailbox}@simulator.amazonses.com`;

const messages = async (to: string) =>
  (await listMessages(account.ports, account.accountId, { to })).messages;

const suppressed = async () => {
  const { suppressions } = await listSuppressed(account.ports.messages, account.accountId);
  return suppressions.map(({ address, reason }) => ({ address, reason }));
};

test.each([
  ['success', 'DELIVERED'],
  ['bounce', 'BOUNCED'],
  ['bounce+label', 'BOUNCED'],
  ['complaint', 'COMPLAINED'],
  ['ooto', 'DELIVERED'],
  ['suppressionlist', 'BOUNCED'],
  ['delayed', 'DELAYED'],
  ['rejected', 'REJECTED'],
])('a mail to the mailbox simulator at %s ends as %s in the record', async (mailbox, state) => {
  const _to = at(mailbox);

  const { body } = await executeDraft(account, draft, { _to });
  await until(async () => (await messages(_to))[0]?.state === state);

  const { messageId } = body as { messageId: string };
  expect(await messages(_to)).toMatchObject([{ to: [_to], state, sesMessageId: messageId }]);
});

test('addresses of the mailbox simulator that bounced or complained are suppressed, and then refused', async () => {
  const refused = await executeDraft(account, draft, { _to: at('complaint') });

  expect(await suppressed()).toEqual(
    [
      { address: at('bounce'), reason: 'bounce' },
      { address: at('bounce+label'), reason: 'bounce' },
      { address: at('complaint'), reason: 'complaint' },
      { address: at('suppressionlist'), reason: 'bounce' },
    ].toSorted((one, other) => (one.address < other.address ? -1 : 1)),
  );
  expect(refused).toMatchObject({
    status: 200,
    body: { success: false, type: 'validation_failed', field: '_to' },
  });
});
