import type { Account } from '../../../shared/manage/accounts.ts';
import { firstParts, partOf } from '../../../shared/message/message-id.ts';
import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { command, commandInWords } from '../harness/cli.ts';
import { dataFolder } from '../harness/deployment.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { mailsTo } from '../harness/inbox.ts';
import { withKey } from '../harness/keyed.ts';

const parts = 4;
/** With this number, a part gets none of them once in ten million runs. */
const mails = 60;

const account = await openAccount();
const { accountId } = account;
await account.save({ id: 'sends', html: '<p>Hi</p>', flow: flowOf(template, provider()) });

const mailTo = (_to: string) => ({ templateId: 'sends', variables: {}, _to });
const addressOf = (n: number) => `n${n}@spread.example`;
const spread = (...words: string[]) =>
  command(dataFolder, ['account', 'spread', accountId, ...words]);

interface List {
  messages: { id: string; messageId: string; to: string[] }[];
  nextCursor: string | null;
}

async function list(...words: string[]): Promise<List> {
  const all = ['message', 'list', '--account', accountId, ...words];
  return (await command(dataFolder, all)).answer as List;
}

const asked = await command(dataFolder, ['account', 'show', accountId]);
const early = await withKey(account, 'before the spread', mailTo('early@spread.example'));
const spreadOver = await spread('--parts', String(parts));
for (let n = 0; n < mails; n++) await account.execute(mailTo(addressOf(n)));

test('account spread says what it has done, and how many Queries a list takes', async () => {
  const again = await commandInWords(['account', 'spread', accountId, '--parts', '4']);
  const shown = await commandInWords(['account', 'show', accountId]);

  const account = { ...(asked.answer as Account), messageParts: parts };
  expect(spreadOver).toEqual({ exitCode: 0, answer: { ...account, changed: true, keys: 1 } });
  expect(again).toMatchObject({
    exitCode: 0,
    text: expect.stringMatching(
      / over 4 parts already\. 0 keys send .*\n.*takes 4 DynamoDB queries\.\n/,
    ),
  });
  expect(shown.text).toMatch(
    /\nmessages +in 4 parts: a page of messages takes 4 DynamoDB queries\n/,
  );
});

test('a spread account sends into all of its parts, and lists them in the order of time, page by page', async () => {
  const whole = await list('--all');
  const pages: List[] = [await list('--limit', '20')];
  for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) {
    pages.push(await list('--limit', '20', '--cursor', next));
  }

  const sent = Array.from({ length: mails }, (_, n) => addressOf(n)).reverse();
  expect(whole.messages.map(({ to: [to] }) => to)).toEqual([...sent, 'early@spread.example']);
  expect(pages.flatMap(({ messages }) => messages.map(({ id }) => id))).toEqual(
    whole.messages.map(({ id }) => id),
  );
  const used = new Set(whole.messages.map(({ id }) => partOf(id)));
  expect([...used].sort()).toEqual(firstParts(parts));
});

test('a spread account repeats the answer to an Idempotency-Key from before it was spread', async () => {
  const mail = mailTo('early@spread.example');

  const repeated = await withKey(account, 'before the spread', mail);

  expect(repeated).toEqual({ ...early, replayed: 'true' });
  expect(await mailsTo(mail._to)).toHaveLength(1);
});
