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
