import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { serve } from '../../serve.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount } from '../harness/account.ts';
import { command, commandInWords } from '../harness/cli.ts';
import { dataFolder } from '../harness/deployment.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { messageThatIs } from '../harness/messages.ts';
import { leftInFiles } from '../harness/traces.ts';
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

/** Each form of the address of the next test: in any case, with U-labels and A-labels, in an address of a web page. */
const anyForm = /ada\+leak\\*"?(@|%40|&#64;)(xn--mnchen-3ya|münchen)\.example/iu;

type Listed = Record<
  'messages' | 'webhooks' | 'templates' | 'failures' | 'left' | 'found',
  Record<string, string>[]
>;

test('after forgetting, no command that lists or shows something has the address, and no log', async () => {
  const leaky = await openAccount();
  const id = leaky.accountId;
  const inJson = async (...words: string[]) => {
    const named = words[0] === 'account' ? words : [...words, '--account', id];
    const { exitCode, answer } = await command(dataFolder, named);
    expect([words, exitCode]).toEqual([words, 0]);
    return answer as Listed;
  };
  const [typed, label] = ['Ada+Leak@MÜNCHEN.example', 'ada+leak@xn--mnchen-3ya.example'];
  const { port } = await serve((_, response) => response.writeHead(500).end(`no ${typed} here`));
  await inJson('webhook', 'add', `http://localhost:${port}/`);
  const content = { ...draft, keep: '7d', testData: { mail: label } };
  await leaky.save({ id: 'welcome', ...content });
  const request = { templateId: 'welcome', variables: {}, _subject: `For ${typed}` };
  const sendTo = (_to: string, more = {}) => leaky.execute({ ...request, _to, ...more });
  await sendTo(`"Ada" <${typed}>`, { _reference: label });
  await sendTo(`"Ada+Leak"@MÜNCHEN.example`, { _cc: 'bob@good.example' });
  await sendTo(label.toUpperCase(), { _sendAt: tomorrow });
  await sendTo(`${typed};`);
  await inJson('suppression', 'add', typed, '--reason', `asked by ${typed}`);
  await inJson('account', 'seeds', id, '--set', `${label},bob@good.example`);
  await until(async () => (await inJson('webhook', 'failures')).failures.length > 0);

  const before = await search();
  const forgotten = await inJson('person', 'forget', typed, '--yes');

  expect(forgotten).toMatchObject({
    ...{ address: label, done: true },
    forgotten: { messages: 2, refused: 1, scheduled: 1, copies: 2, suppressed: true, seeds: true },
  });
  expect(before).toEqual(
    expect.arrayContaining(['message list --all', 'suppression list', 'webhook failures']),
  );
  expect(forgotten.left.map(({ where }) => where)).toEqual(['template:welcome']);
  expect(await search()).toEqual(['account export', 'template show welcome']);
  const { found } = await inJson('person', 'find', typed);
  expect(Object.values(found).some(Boolean)).toBe(false);

  /** The commands whose answers have the address, and the logs if they have it. */
  async function search(): Promise<string[]> {
    const { messages } = await inJson('message', 'list', '--all');
    const { webhooks } = await inJson('webhook', 'list');
    const { templates } = await inJson('template', 'list');
    const lines = [
      ...['message list --all', 'message list --test', 'suppression list', 'webhook list'],
      ...['webhook failures', 'key list', `key show ${leaky.keyId}`, 'template list', 'usage'],
      ...['trail list --limit 100', 'account list', `account show ${id}`, `account seeds ${id}`],
      ...messages.map((each) => `message show ${each.id}`),
      ...webhooks.map((each) => `webhook show ${each.id}`),
      ...templates.flatMap((each) => [`template show ${each.id}`, `template versions ${each.id}`]),
    ];
    const answers: Record<string, unknown> = { logs: leftInFiles() };
    for (const line of lines) answers[line] = await inJson(...line.split(' '));
    const folder = temporaryFolder();
    await inJson('account', 'export', id, join(folder, 'account'));
    await inJson('trail', 'export', '--out', join(folder, 'trail'));
    for (const name of ['account', 'trail']) {
      answers[`${name} export`] = await readFile(join(folder, name), 'utf8');
    }
    const found = Object.keys(answers).filter((line) =>
      anyForm.test(JSON.stringify(answers[line])),
    );
    return found.sort();
  }
});
