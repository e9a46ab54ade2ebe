import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { serve } from '../../serve.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount } from '../harness/account.ts';
import { command } from '../harness/cli.ts';
import { dataFolder } from '../harness/deployment.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { leftInFiles } from '../harness/traces.ts';

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

/** Each form of the address: in any case, with quotes, with U-labels and A-labels, in an address of a web page. */
const anyForm = /ada\+leak\\*"?(@|%40|&#64;)(xn--mnchen-3ya|münchen)\.example/iu;

type Listed = Record<
  'messages' | 'webhooks' | 'templates' | 'failures' | 'left',
  Record<string, string>[]
>;

test('after forgetting, no list, export or log has the address, and mails to it are refused as before', async () => {
  const account = await openAccount();
  const id = account.accountId;
  const inJson = async (...words: string[]) => {
    const named = words[0] === 'account' ? words : [...words, '--account', id];
    const { exitCode, answer } = await command(dataFolder, named);
    expect([words, exitCode]).toEqual([words, 0]);
    return answer as Listed;
  };
  const [typed, label] = ['Ada+Leak@MÜNCHEN.example', 'ada+leak@xn--mnchen-3ya.example'];
  const { port } = await serve((_, response) => response.writeHead(500).end(`no ${typed} here`));
  await inJson('webhook', 'add', `http://localhost:${port}/`);
  const content = { html: '<p>Hi</p>', keep: '7d', testData: { mail: label } };
  await account.save({ id: 'welcome', ...content, flow: flowOf(template, provider()) });
  const request = { templateId: 'welcome', variables: {}, _subject: `For ${typed}` };
  const sendTo = (_to: string, more = {}) => account.execute({ ...request, _to, ...more });
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
  const sentence = expect.stringMatching(/^_to is suppressed since [\d-]+: by hand$/);
  const refused = { body: { success: false, type: 'validation_failed', error: sentence } };
  expect(await sendTo(typed)).toMatchObject(refused);
  expect(await sendTo(label, { _sendAt: tomorrow })).toMatchObject(refused);
  expect(await sendTo('bob@good.example')).toMatchObject({ body: { type: 'sent' } });
  await inJson('suppression', 'remove', typed);
  expect(await sendTo(typed)).toMatchObject({ body: { type: 'sent' } });

  /** The commands whose answers have the address, and the logs if they have it. */
  async function search(): Promise<string[]> {
    const { messages } = await inJson('message', 'list', '--all');
    const { webhooks } = await inJson('webhook', 'list');
    const { templates } = await inJson('template', 'list');
    const lines = [
      ...['message list --all', 'message list --test', 'suppression list', 'webhook list'],
      ...['webhook failures', 'key list', `key show ${account.keyId}`, 'template list', 'usage'],
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
