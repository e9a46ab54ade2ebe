import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { keepCopy } from '../../../../shared/adapters/tables/copies-table.ts';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import type { MessageRecord } from '../../../../shared/message/message.ts';
import { beforeAll, describe, expect, test } from '../../../jest.ts';
import { recipient, report } from '../../../shared/manage/message-records.ts';
import { type Started, startCommandLine } from '../../command-line.ts';
import { wordsOf } from '../../in-process.ts';
import { expiresAt, recordMessage } from './recorded-message.ts';

const cli = await startCommandLine();
const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });

const write = (changes: Partial<MessageRecord>) => recordMessage(cli, { accountId, ...changes });
const list = (line: string) => cli.json('message', 'list', ...wordsOf(line));

describe('a message that bounced', () => {
  const messageId = '01KQHFP6800000000000000001';
  beforeAll(async () => {
    const category = 'Permanent/General';
    const reason = 'smtp; 550 5.1.1\u001b[31m unknown';
    await write({
      recipients: [recipient('ada@example.com'), recipient('bob@example.com', '_cc')],
      events: [report({ state: 'BOUNCED', category, reason })],
    });
  });

  test('message list finds a bounced message, and says that its address is suppressed', async () => {
    const added = await cli.json('suppression', 'add', 'Ada@example.com', '--reason', 'bounced');
    const again = await cli.run(['suppression', 'add', 'ada@example.com']);
    const page = await cli.run(wordsOf('message list --state Bounced --to ada@example.com'));
    const none = await cli.run(['message', 'list', '--state', 'sent']);

    const row = { address: 'ada@example.com', reason: 'manual', detail: 'bounced', message: null };
    expect(added).toEqual({
      exitCode: 0,
      answer: { ...row, at: expect.any(String), changed: true },
    });
    expect(again.stdout).toMatch(/^Nothing changed: ada@example\.com is suppressed since /);
    expect(page.stdout).toBe(
      `MESSAGE                     WHEN                 TEMPLATE  TO                  STATE    SUBJECT
${messageId}  2026-05-01 10:00:00  welcome   ada@example.com +1  BOUNCED  Welcome, Ada
`,
    );
    expect(page.stderr).toMatch(/ada@example\.com is suppressed since .*: by hand: bounced/);
    expect(none).toMatchObject({ exitCode: 0, stderr: '\nNo message matches.\n' });
  });

  test('message show explains what happened to each recipient, without what could steer a terminal', async () => {
    const { exitCode, stdout, stderr } = await cli.run(['message', 'show', messageId]);

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^BOUNCED: It came back from 1 of 2 recipients\.\n/);
    expect(stdout).toContain(
      '\nto          ada@example.com  BOUNCED\ncc          bob@example.com  nothing',
    );
    expect(stdout).toContain(
      '\n2026-05-01 10:00:01  Bounced (Permanent/General) ada@example.com: smtp; 550 5.1.1 [31m unknown\n',
    );
  });

  test('message show --content prints the kept mail, without what could steer a terminal', async () => {
    const words = ['message', 'show', messageId, '--content'];
    const none = await cli.run(words);
    const nothing = await cli.json(...words);
    const subject = 'Hello\u001b[31m';
    const bodies = { subject, html: '<p>Hello</p>', text: 'Hello\u001b[2J Ada\n' };
    const variables = { name: 'Ada', code: '••••' };
    await keepCopy(cli.ports.messages, { accountId, messageId }, { variables, bodies }, expiresAt);
    const shown = await cli.run(words);
    const { answer } = await cli.json(...words);
    const without = await cli.json('message', 'show', messageId);

    expect(none.stdout).toMatch(/\n\nThe mail\nNo copy of this mail is kept\.\n$/);
    expect(nothing.answer).toMatchObject({ id: messageId, content: null });
    expect(shown.stdout).toMatch(
      /\n\nThe mail\nKept until 2999-01-01 00:00:00\.\nSubject: Hello \[31m\n\nHello.?\[2J Ada\n$/,
    );
    expect(answer).toMatchObject({
      content: { ...bodies, variables, keptUntil: '2999-01-01T00:00:00.000Z' },
    });
    expect(without.answer).not.toHaveProperty('content');
  });

  test("JSON of a message has its own id and SES's id under the names that callers know", async () => {
    const shown = await cli.json('message', 'show', '0100-ses-1');
    const { answer } = await list('--to bob@example.com');

    const both = { id: messageId, messageId: '0100-ses-1' };
    expect(shown).toMatchObject({
      exitCode: 0,
      answer: {
        ...both,
        messageIdHeader: '<0100-ses-1@email.amazonses.com>',
        state: 'BOUNCED',
        sendState: 'SENT',
        explanation: { state: 'BOUNCED' },
      },
    });
    const { messages } = answer as { messages: object[] };
    expect(messages).toMatchObject([both]);
    expect(Object.keys(messages[0] ?? {})).not.toContain('sesMessageId');
  });
});

test('message show lists the files and the further headers of a mail, without what could steer a terminal', async () => {
  const messageId = '01KQHFP6800000000000000009';
  const pdf = { name: 'Übersicht\u001b[31m.pdf', bytes: 12_595 };
  const logo = { name: 'logo.png', bytes: 91 };
  await write({ messageId, attachments: [pdf, logo] });
  const attachments = [
    { ...pdf, type: 'application/pdf', sha256: 'a'.repeat(64) },
    { ...logo, type: 'image/png', sha256: 'b'.repeat(64), cid: 'logo' },
  ];
  const bodies = { subject: 'Your invoice', html: '<p>Hello</p>', text: 'Hello' };
  const headers = { 'In-Reply-To': '<1@shop.example>' };
  const copy = { variables: {}, bodies, attachments, headers };
  await keepCopy(cli.ports.messages, { accountId, messageId }, copy, expiresAt);

  const { stdout } = await cli.run(['message', 'show', messageId, '--content']);
  const { answer } = await cli.json('message', 'show', messageId, '--content');

  expect(stdout).toMatch(
    /\nfile {8}Übersicht \[31m\.pdf {2}12\.3 KB\nfile {8}logo\.png {2}91 bytes\n/,
  );
  expect(stdout.split('\nThe mail\n')[1]).toBe(
    `Kept until 2999-01-01 00:00:00.
Subject: Your invoice
In-Reply-To: <1@shop.example>
File: Übersicht [31m.pdf, application/pdf, 12.3 KB
File: logo.png, image/png, 91 bytes, cid:logo

Hello
`,
  );
  expect(answer).toMatchObject({ attachments: [pdf, logo], content: { attachments, headers } });
});

test('message list --key --all prints all messages of a key on one page', async () => {
  const id = (number: number) => `01KQHFP67${String(number).padStart(17, '0')}`;
  for (let number = 0; number < 120; number++) {
    await write({ messageId: id(number), keyId: 'key_thief', revision: (number % 2) + 1 });
  }
  const page = await list('--key key_thief --limit 100');
  const all = await list('--key key_thief --all');
  const odd = await list('--key key_thief --all --template welcome --revision 1');
  const none = await list('--key key_other --all');

  const ids = ({ answer }: { answer: unknown }) =>
    (answer as { messages: { id: string }[] }).messages.map((message) => message.id);
  const every = Array.from({ length: 120 }, (_, index) => id(119 - index));
  expect(ids(page)).toEqual(every.slice(0, 100));
  expect(ids(all)).toEqual(every);
  expect(all.answer).toMatchObject({ nextCursor: null, unreadable: [] });
  expect(ids(odd)).toEqual(every.filter((_, index) => index % 2 === 1));
  expect(none).toEqual({
    exitCode: 0,
    answer: { messages: [], nextCursor: null, unreadable: [] },
  });
});

const id = (number: number) => `01KQHFP68${String(number).padStart(17, '1')}`;

let number = 100;
async function writeUntil(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await write({ messageId: id(number++) });
    await pause(300);
  }
}

/** A tail shows messages that come after its first poll. The poll is invisible, so this sends until one is shown. */
async function firstLineOf(tail: Started): Promise<string> {
  const lines: string[] = [];
  createInterface(tail.stdout).on('line', (line) => lines.push(line));
  await writeUntil(() => lines.length > 0);
  return lines[0] ?? '';
}

test('message tail --json prints one document a line, and ends with 0 when it is interrupted', async () => {
  const tail = cli.start(['message', 'tail', '--json']);
  const ended = once(tail, 'close');
  const line = await firstLineOf(tail);
  tail.kill('SIGINT');

  expect(await ended).toEqual([0, null]);
  expect(JSON.parse(line)).toMatchObject({
    id: expect.stringMatching(/^01KQHFP68/),
    state: 'SENT',
    to: ['ada@example.com'],
    before: null,
  });
});

test('message tail ends without an error when its reader ends', async () => {
  const tail = cli.start(['message', 'tail']);
  let complaints = '';
  tail.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const ended = once(tail, 'close');
  const line = await firstLineOf(tail);
  tail.stdout.destroy();
  let isOver = false;
  ended.finally(() => {
    isOver = true;
  });
  await writeUntil(() => isOver);

  expect([await ended, complaints]).toEqual([[0, null], '']);
  expect(line).toMatch(/01KQHFP68\d+ {2}SENT {8}welcome {2}ada@example\.com {2}Welcome, Ada$/);
});
