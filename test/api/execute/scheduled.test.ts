import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { mailsTo } from '../harness/inbox.ts';
import { messageThatIs } from '../harness/messages.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();
const draft = { html: '<p>Hi {{name}}</p>', flow: flowOf(template, provider()) };

test('a message with a _sendAt is answered with scheduled, and its mail arrives at that time', async () => {
  const _to = 'later@good.example';
  const wantedAt = new Date(Date.now() + 1000).toISOString();
  const variables = { name: 'Ada' };

  const request = { variables, _to, _sendAt: wantedAt, ...{ attachments: [], cc: 'x' } };

  const answer = await executeDraft(account, draft, request);

  expect(answer).toEqual({
    status: 200,
    body: { success: true, type: 'scheduled', id: expect.any(String), sendAt: expect.any(String) },
  });
  // If the time passes before the request arrives, the service moves it.
  const { sendAt } = answer.body as { sendAt: string };
  expect(sendAt >= wantedAt).toBe(true);
  const { record } = await messageThatIs('DELIVERED', account, _to);
  expect(String(record.settledAt) >= sendAt).toBe(true);
  const mails = await mailsTo(_to);
  expect(mails).toMatchObject([{ body: { html: '<p>Hi Ada</p>' } }]);
  expect(record.trace).toContainEqual(
    expect.objectContaining({ type: 'delivery', warnings: ['Ignored: attachments, cc'] }),
  );
});
