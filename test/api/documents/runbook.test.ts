import { deleteTemplate } from '../../../shared/manage/templates/delete-template.ts';
import { commandsIn, documentText, sectionOf } from '../../docs/commands.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount } from '../harness/account.ts';
import { call, refusal } from '../harness/call.ts';
import { command } from '../harness/cli.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { messageThatIs } from '../harness/messages.ts';

const withoutAccount = ['logs', 'doctor', 'account'];

async function openCase(heading: string) {
  const account = await openAccount();
  const save = (html: string) =>
    account.save({ id: 'welcome', subject: 'Hello', html, flow: flowOf(template, provider()) });
  const send = (
    name: string,
    { key = account.key, _sendAt }: { key?: string; _sendAt?: string } = {},
  ) => {
    const _to = name.includes('@') ? name : `${name}@inbox.example.com`;
    const body = { templateId: 'welcome', variables: { name: 'Ada' }, _to, _sendAt };
    return call('/v1/execute', { key, body });
  };
  const follow = async (ids: Record<string, string> = {}) => {
    const folder = temporaryFolder();
    const answers: unknown[] = [];
    for (const words of commandsIn(sectionOf(documentText('docs/runbook.md'), heading))) {
      const replaced = words.map((word) => ids[word] ?? word);
      const isFree = withoutAccount.includes(words[0] ?? '');
      const chosen = isFree ? [] : ['--account', account.accountId];
      const { exitCode, answer } = await command(folder, [...replaced, ...chosen]);
      expect([words.join(' '), exitCode]).toEqual([words.join(' '), 0]);
      answers.push(answer);
    }
    return answers;
  };
  await save('<p>Hello {{name}}</p>');
  return { account, save, send, follow };
}

const listOf = (...names: string[]) => ({
  messages: names.map((name) => ({
    to: [name.includes('@') ? name : `${name}@inbox.example.com`],
  })),
});
const sent = { status: 200, body: { type: 'sent' } };
const tomorrow = { _sendAt: new Date(Date.now() + 86_400_000).toISOString() };

test("the runbook's commands for a deleted template bring the template back, and list the refused requests", async () => {
  const { account, save, send, follow } = await openCase('A deleted template');
  await save('<p>Hello again {{name}}</p>');
  await deleteTemplate(account.ports, account.accountId, 'welcome');
  const during = await send('ada');

  const answers = await follow();

  const { accountId } = account;
  expect(during).toEqual(refusal(404, 'Template not found'));
  expect(answers).toMatchObject([
    { templates: [{ id: 'welcome', revision: 2 }] },
    { versions: [{ revision: 2 }, { revision: 1 }] },
    { revision: 3, restored: 2 },
    { lines: expect.arrayContaining([expect.objectContaining({ accountId, status: 404 })]) },
  ]);
  expect(await send('ada')).toMatchObject(sent);
});

test("the runbook's commands for a bad revision roll back, list the recipients and repair the folder", async () => {
  const { save, send, follow } = await openCase('A bad revision');
  await send('before');
  await save('<p>Hello nobody</p>');
  await send('one');
  await send('two');
  await send('later', tomorrow);

  const answers = await follow();

  const reached = listOf('later', 'two', 'one');
  expect(answers).toMatchObject([
    { versions: [{ current: true }, { revision: 1 }] },
    { revision: 3, restored: 1 },
    listOf('later'),
    reached,
    reached,
    { templates: [{ revision: 3 }] },
    expect.anything(),
  ]);
});

test("the runbook's commands for a leaked key stop the key at once, cancel its scheduled mails, and list what was sent with it", async () => {
  const { account, send, follow } = await openCase('A leaked key');
  const { keyId, secret } = await account.newKey();
  const stolen = { key: secret };
  await send('mine');
  await send('theirs', stolen);
  await send('mine', tomorrow);
  await send('later', { ...stolen, ...tomorrow });

  const answers = await follow({ key_0a1B2c3D4e5F6g7H: keyId });

  const created = { secret: expect.any(String) };
  const used = { keyId, lastUsedAt: expect.any(String) };
  const line = { endpoint: 'execute', outcome: 'sent', keyId };
  expect(answers).toMatchObject([
    { keys: expect.arrayContaining([expect.objectContaining(used)]) },
    { status: 'revoked' },
    { cancelled: [expect.any(String)], tooLate: [] },
    created,
    listOf('later', 'theirs'),
    { lines: expect.arrayContaining([expect.objectContaining(line)]) },
    { ...used, status: 'revoked' },
  ]);
  const { secret: key } = answers[3] as { secret: string };
  expect(await send('more', stolen)).toEqual(refusal(401, 'API key has been revoked'));
  expect(await send('next', { key })).toMatchObject(sent);
});

test("the runbook's commands for a wave of bounces list the bounced mails, and remove an address from the suppression list", async () => {
  const { account, send, follow } = await openCase('A wave of bounces');
  const bouncing = [1, 2, 3].map((number) => `bounce+${number}@simulator.amazonses.com`);
  const complaining = 'complaint+1@simulator.amazonses.com';
  for (const address of [...bouncing, complaining]) await send(address);
  const bounced = await Promise.all(
    bouncing.map((address) => messageThatIs('BOUNCED', account, address)),
  );
  await messageThatIs('COMPLAINED', account, complaining);

  const [removed = ''] = bouncing;
  const answers = await follow({
    '01KQHFP6800000000000000001': bounced[2]?.record.messageId ?? '',
    'ada@example.com': removed,
  });

  const { keyId } = account;
  const cause = { templateId: 'welcome', revision: 1, keyId };
  const newestFirst = listOf(...bouncing.toReversed());
  expect(answers).toMatchObject([
    newestFirst,
    { messages: newestFirst.messages.map((message) => ({ ...message, ...cause })) },
    listOf(complaining),
    { state: 'BOUNCED' },
    { suppressions: { length: 4 } },
    expect.anything(),
  ]);
  expect(await send(removed)).toMatchObject(sent);
});
