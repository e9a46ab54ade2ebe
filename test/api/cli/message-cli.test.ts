import { ulid } from 'ulid';
import { PutItemCommand } from '../../../shared/adapters/tables/dynamodb-client.ts';
import { toMessageItem } from '../../../shared/adapters/tables/message-item.ts';
import type { MessageList } from '../../../shared/manage/messages/messages.ts';
import { expect, test } from '../../jest.ts';
import { messageRecord, recipient } from '../../shared/manage/message-records.ts';
import { openAccount } from '../harness/account.ts';
import { command, commandInWords, showInWords } from '../harness/cli.ts';
import { dataFolder } from '../harness/deployment.ts';
import { emailDomain, flowOf, provider, template } from '../harness/flow.ts';
import { messageThatIs } from '../harness/messages.ts';

const account = await openAccount();
await account.save({
  id: 'told',
  subject: 'Hello {{name}}',
  html: '<p>Hi</p>',
  flow: flowOf(emailDomain(), template, provider()),
});
const at = (mailbox: string) => `${mailbox}+told@simulator.amazonses.com`;

const send = (_to: string, name: string) =>
  account.execute({ templateId: 'told', variables: { name }, _to, _trace: true });

async function recordOldMessage(): Promise<void> {
  const { client, name: TableName } = account.ports.messages;
  const then = Date.now() - 3 * 3_600_000;
  const old = messageRecord({
    accountId: account.accountId,
    messageId: ulid(then),
    createdAt: new Date(then).toISOString(),
    recipients: [recipient('old+told@good.example')],
    expiresAt: Math.floor(Date.now() / 1000) + 3600,
  });
  await client.send(new PutItemCommand({ TableName, Item: toMessageItem(old) }));
}

await recordOldMessage();
const ends = { success: 'DELIVERED', bounce: 'BOUNCED', complaint: 'COMPLAINED' } as const;
const ids: Record<string, string> = {};
for (const mailbox of Object.keys(ends)) await send(at(mailbox), mailbox);
for (const [mailbox, state] of Object.entries(ends)) {
  ids[mailbox] = (await messageThatIs(state, account, at(mailbox))).record.messageId;
}

const list = async (...words: string[]) => {
  const { accountId } = account;
  const ended = await command(dataFolder, ['message', 'list', '--account', accountId, ...words]);
  const { messages, nextCursor } = ended.answer as MessageList;
  const found = messages.map(({ to: [to], state }) => [to?.split('+')[0], state]);
  return { exitCode: ended.exitCode, found, nextCursor };
};

const show = (id = '') => showInWords(account.accountId, id);

const recent = [
  ['complaint', 'COMPLAINED'],
  ['bounce', 'BOUNCED'],
  ['success', 'DELIVERED'],
];
const all = [...recent, ['old', 'SENT']];

test('message list continues where a page ended, and also prints for people', async () => {
  const first = await list('--limit', '3');
  const next = await list('--limit', '3', '--cursor', String(first.nextCursor));
  const { text } = await commandInWords([
    ...['message', 'list', '--account', account.accountId, '--to', at('bounce')],
  ]);

  expect([first.found, next.found, next.nextCursor]).toEqual([recent, all.slice(3), null]);
  expect(text).toMatch(
    /^MESSAGE +WHEN +TEMPLATE +TO +STATE +SUBJECT\n\w{26} {2}\S+ \S+ {2}told +bounce\+told@simulator\.amazonses\.com +BOUNCED +Hello bounce\n$/,
  );
});

test('message show says what happened to a bounced mail and what to do', async () => {
  const { exitCode, story, todo } = await show(ids.bounce);

  expect(exitCode).toBe(0);
  expect(story.split('\n')).toEqual([
    'BOUNCED: It came back.',
    `message     ${ids.bounce}`,
    expect.stringMatching(/^SES id {6}\S+$/),
    expect.stringMatching(/^Message-ID {2}<\S+@email\.amazonses\.com>$/),
    'subject     Hello bounce',
    `to          ${at('bounce')}  BOUNCED`,
    '',
    'What happened',
    expect.stringMatching(
      / Requested with key key_\w+ \(request \S+\): template told, revision 1$/,
    ),
    expect.stringMatching(/^ +Recipients and reply address: passed, /),
    expect.stringMatching(/^ +Verification domain: passed, /),
    expect.stringMatching(/^ +Template mail: rendered, /),
    expect.stringMatching(/ Recorded as SENDING, then handed to SES$/),
    expect.stringMatching(/ SES accepted it as \S+$/),
    expect.stringContaining(
      ` Bounced (Permanent/General) ${at('bounce')}: smtp; 550 5.1.1 user unknown`,
    ),
    '',
  ]);
  expect(todo).toContain(
    'The address does not exist, or its mail server refuses it permanently.\n',
  );
  expect(todo).toContain(
    'Send nothing more to this address. It is suppressed: execute refuses it.',
  );
  expect(todo).toContain(
    `If that is wrong, remove it from the suppression list.\npostrider suppression remove ${at('bounce')}\n`,
  );
  expect(todo).toMatch(/is suppressed since .*: bounce of message \w{26}: smtp; 550 5\.1\.1/);
});

test("message show finds a message by SES's id and in another case, and keeps its trace", async () => {
  const words = ['message', 'show', '--account', account.accountId];
  const { answer } = await command(dataFolder, [...words, String(ids.success).toLowerCase()]);
  const { messageId, trace } = answer as { messageId: string; trace: object[] };
  const bySes = await command(dataFolder, [...words, messageId]);

  expect(bySes).toEqual({ exitCode: 0, answer });
  expect(trace).toMatchObject([
    { node: 'send', type: 'delivery', outcome: 'passed' },
    { node: 'domain', type: 'verification', outcome: 'passed' },
    { node: 'mail', type: 'template', outcome: 'rendered' },
    { node: 'send', type: 'provider', outcome: 'sent' },
  ]);
});
