import { openAccount, type TestAccount } from '../../api/harness/account.ts';
import { messageThatIs } from '../../api/harness/messages.ts';
import { expect } from '../../jest.ts';
import { until } from '../../patience.ts';
import { askManage, saveDraft } from './manage.ts';

export interface FullAccount extends TestAccount {
  bouncedId: string;
}

const bounces = 'bounce@simulator.amazonses.com';

/** An account that can be looked at on every page: with a bounce, a draft, and a template with two revisions. */
export async function openFullAccount(begin = async (_: TestAccount) => {}): Promise<FullAccount> {
  const account = patient(await openAccount());
  await begin(account);
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

/** A full account with a webhook that fails, a stale draft, languages, tags, a pause, a refusal and a scheduled mail. */
export async function openRichAccount(): Promise<FullAccount> {
  const account = await openFullAccount(async (begun) => {
    // Before the first mail, because the service caches the webhooks of an account. Nothing listens at the port.
    const body = { url: 'http://127.0.0.1:65535/hooks' };
    await askManage(begun, '/webhooks', { method: 'POST', body });
  });
  const languages = { de: { subject: 'Ihr Beleg', html: '<p>Beleg</p>' } };
  const receipt = { name: 'receipt', subject: 'Your receipt', html: '<p>{{total}}</p>' };
  await askManage(account, '/templates/receipt', {
    ...{ method: 'PUT', ifMatch: 1 },
    body: { ...receipt, language: 'en', languages, tags: ['billing'] },
  });
  const pause = { state: 'paused', note: 'Wrong prices' };
  await askManage(account, '/templates/receipt', { method: 'PATCH', body: pause });
  const key = {
    name: 'staging',
    mode: 'test',
    redirectTo: 'qa@good.example',
    allow: ['@good.example'],
  };
  const { keyId } = await askManage<{ keyId: string }>(account, '/api-keys', {
    method: 'POST',
    body: key,
  });
  await askManage(account, `/api-keys/${keyId}`, { method: 'PATCH', body: pause });
  const request = { templateId: letter.id, variables: { name: 'Ada' } };
  expect(await account.execute({ ...request, _to: bounces })).toMatchObject({
    body: { success: false },
  });
  const _sendAt = new Date(Date.now() + 86_400_000).toISOString();
  await account.execute({ ...request, _to: 'eve@good.example', _sendAt });
  await until(async () => {
    const { items } = await askManage<{ items: { failingSince: unknown }[] }>(account, '/webhooks');
    return items.some(({ failingSince }) => failingSince !== null);
  });
  return account;
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
