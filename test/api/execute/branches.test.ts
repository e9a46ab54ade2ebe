import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { mailOf } from '../harness/inbox.ts';
import { messageTo } from '../harness/messages.ts';

const account = await openAccount();

test('a branch sends the mail of another template, which the answer and the message name', async () => {
  const branch = { id: 'pro', type: 'branch', field: 'plan', values: ['pro'], template: 'pro' };
  await account.save({ id: 'pro', subject: 'Dear {{name}}', html: '<p>{{manager}}</p>' });
  const flow = flowOf(branch, template, provider());
  await account.save({ id: 'welcome', subject: 'Hello', html: '<p>Hi</p>', flow });
  const request = {
    ...{ templateId: 'welcome', _to: 'ada@good.example' },
    variables: { plan: 'pro', name: 'Ada', manager: 'Max' },
  };

  const answer = await account.execute(request);
  expect(answer.body).toEqual({
    ...{ success: true, type: 'sent' },
    ...{ messageId: expect.any(String), templateId: 'pro' },
  });
  expect(await mailOf(answer)).toMatchObject({ subject: 'Dear Ada' });
  const { record } = await messageTo(account, request._to);
  expect(record).toMatchObject({
    ...{ templateId: 'welcome', revision: 1 },
    branchedTo: { templateId: 'pro', revision: 1 },
  });
  const { body } = await account.execute({ ...request, variables: {} });
  expect(body).toEqual({ success: true, type: 'sent', messageId: expect.any(String) });
});
