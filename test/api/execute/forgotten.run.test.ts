import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { command, commandInWords } from '../harness/cli.ts';
import { dataFolder } from '../harness/deployment.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { messageThatIs } from '../harness/messages.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();
const draft = { html: '<p>Hi</p>', flow: flowOf(template, provider()) };
const { accountId } = account;

const person = 'Bounce+forgotten@simulator.amazonses.com';
const other = 'success+forgotten@simulator.amazonses.com';

const send = (_to: string, more: Record<`_${string}`, string> = {}) =>
  executeDraft(account, draft, { _to, ...more });

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

const suppressed = {
  body: {
    success: false,
    type: 'validation_failed',
    error: expect.stringMatching(/^_to is suppressed since [\d-]+: a mail to it bounced$/),
  },
};

test('a person who bounced is forgotten, and mails to them are refused as before', async () => {
  await send(person);
  await messageThatIs('BOUNCED', account, person);
  await send(other, { _sendAt: tomorrow, _cc: other });

  const words = ['person', 'forget', person, '--account', accountId];
  const { exitCode, answer } = await command(dataFolder, [...words, '--yes']);

  expect([exitCode, answer]).toEqual([
    0,
    expect.objectContaining({
      ...{ address: person.toLowerCase(), done: true, left: [] },
      forgotten: expect.objectContaining({ messages: 1, suppressed: true, scheduled: 0 }),
    }),
  ]);
  expect(await send(person)).toMatchObject(suppressed);
  expect(await send(person, { _sendAt: tomorrow })).toMatchObject(suppressed);
  expect(await send(other)).toMatchObject({ body: { success: true, type: 'sent' } });
  const listed = await commandInWords(['suppression', 'list', '--account', accountId]);
  expect(listed.text).toMatch(/~[0-9A-Za-z]{22} .* bounce$/m);
  expect(listed.text).not.toMatch(/forgotten@/i);
  await commandInWords(['suppression', 'remove', person, '--account', accountId]);
  expect(await send(person)).toMatchObject({ body: { success: true, type: 'sent' } });
});
