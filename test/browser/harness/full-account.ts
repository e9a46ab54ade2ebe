import { openAccount, type TestAccount } from '../../api/harness/account.ts';
import { messageThatIs } from '../../api/harness/messages.ts';
import { expect } from '../../jest.ts';
import { until } from '../../patience.ts';
import { saveDraft } from './manage.ts';

export interface FullAccount extends TestAccount {
  bouncedId: string;
}

const bounces = 'bounce@simulator.amazonses.com';

export async function openFullAccount(): Promise<FullAccount> {
  const account = patient(await openAccount());
  await account.save({ ...letter, subject: 'Hello {{name}}' });
  const receipt = { id: 'receipt', subject: 'Your receipt', html: '<p>{{total}}</p>' };
  await account.save(letter, receipt);
  await saveDraft(account, { ...receipt, html: '<p>Total: {{total}}</p>' });
  const send = async (to: string) => {
    const answer = await account.execute({
      ...{ templateId: letter.id, variables: { name: 'Ada' }, _to: to },
    });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
  };
  await send('ada@good.example');
  await messageThatIs('DELIVERED', account, 'ada@good.example');
  await send(bounces);
  const { record } = await messageThatIs('BOUNCED', account, bounces);
  return { ...account, bouncedId: record.messageId };
}

/** Repeats `execute` while it answers 500: on a busy machine DNS may exceed the product's 2.5 s. */
export const patient = (account: TestAccount): TestAccount => ({
  ...account,
  execute: async (body) => {
    let answer = await account.execute(body);
    await until(async () => {
      if (answer.status === 500) answer = await account.execute(body);
      return answer.status !== 500;
    });
    return answer;
  },
});

export const letter = {
  id: 'letter',
  keep: '7d',
  subject: 'Welcome, {{name}}',
  html: '<!doctype html><html lang="en"><body><h1>Hello {{name}}</h1>{{#items}}<p>{{title}}</p>{{/items}}</body></html>',
  flow: {
    nodes: [
      { id: 'inputs', type: 'variables', variables: [{ name: 'name', default: 'reader' }] },
      { id: 'domain', type: 'verification', kind: 'email_domain' },
      { id: 'mail', type: 'template' },
      { id: 'send', type: 'provider', provider: 'ses', from: 'Acme <hello@acme.example>' },
    ],
    edges: [
      { from: 'inputs', to: 'domain' },
      { from: 'domain', to: 'mail' },
      { from: 'mail', to: 'send' },
    ],
  },
};
