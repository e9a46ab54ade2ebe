import { expect, test } from '../jest.ts';
import { openAccount } from './harness/account.ts';
import { callRaw } from './harness/call.ts';
import { flowOf, provider, template } from './harness/flow.ts';
import { mailsWhere } from './harness/inbox.ts';
import { messageThatIs } from './harness/messages.ts';

const account = await openAccount();
await account.save({
  id: 'hello',
  html: '<p>Hi {{name}}</p>',
  flow: flowOf(template, provider()),
});

test('a batch is answered at once for each message, its mails arrive, and a repeat sends none again', async () => {
  const to = (name: string) => ({ _to: `${name}@good.example`, variables: { name } });
  const body = {
    templateId: 'hello',
    messages: [to('batch-ada'), { ...to('x'), _to: 'nobody' }, to('batch-eve')],
  };
  const ask = () =>
    callRaw('/v1/batch', { key: account.key, body, headers: { 'idempotency-key': 'batch-1' } });

  const answer = await ask();

  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toEqual({
    messages: [
      expect.objectContaining({ success: true, type: 'scheduled' }),
      expect.objectContaining({ success: false, type: 'validation_failed', field: '_to' }),
      expect.objectContaining({ success: true, type: 'scheduled' }),
    ],
  });
  await messageThatIs('DELIVERED', account, 'batch-ada@good.example');
  await messageThatIs('DELIVERED', account, 'batch-eve@good.example');
  const { messages } = JSON.parse((await ask()).text);
  expect([messages[0], messages[2]]).toEqual([
    JSON.parse(answer.text).messages[0],
    JSON.parse(answer.text).messages[2],
  ]);
  const mails = await mailsWhere(({ destination }) => /^batch-/.test(destination.to[0] ?? ''));
  expect(mails.map(({ body: { html } }) => html).sort()).toEqual([
    '<p>Hi batch-ada</p>',
    '<p>Hi batch-eve</p>',
  ]);
});
