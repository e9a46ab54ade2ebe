import { Command } from 'commander';
import { isConfirmed } from '../../../../cli/commands/account/account-delete.ts';
import type { Session } from '../../../../cli/connection/session.ts';
import { alone } from '../../../../shared/adapters/tables/change.ts';
import type { Table } from '../../../../shared/adapters/tables/dynamodb.ts';
import { PutItemCommand, ScanCommand } from '../../../../shared/adapters/tables/dynamodb-client.ts';
import { readMessage } from '../../../../shared/adapters/tables/messages-table.ts';
import { readPending } from '../../../../shared/adapters/tables/pending-table.ts';
import { putEndpoint } from '../../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import { createKey, listKeys } from '../../../../shared/manage/keys.ts';
import { addSuppression } from '../../../../shared/manage/suppression.ts';
import { createTemplate } from '../../../../shared/manage/templates/save-template.ts';
import { expect, test } from '../../../jest.ts';
import { scheduleIn } from '../../../shared/manage/scheduled.ts';
import { webhookEndpoint } from '../../../shared/webhook/endpoints.ts';
import { startCommandLine } from '../../command-line.ts';

const cli = await startCommandLine();

/** An account with a key, a template, a webhook, a suppressed address and the record of a message. */
async function fullAccount(name: string) {
  const { ports } = cli;
  const account = await createAccount(ports, { name, plan: 'free' });
  const { accountId } = account;
  await createKey(ports, { accountId, name: 'one' });
  const source = { templateId: 't', name: 't', subject: 's', html: '<p>1</p>' };
  await createTemplate(ports, accountId, source);
  await addSuppression(ports, accountId, { address: 'ada@example.com' });
  await putEndpoint(ports.messages, webhookEndpoint({ accountId }), alone);
  const { client, name: TableName } = ports.messages;
  await client.send(
    new PutItemCommand({ TableName, Item: { accountId: { S: accountId }, sk: { S: 'M#msg_1' } } }),
  );
  return account;
}

/** The sort keys of what a table still has of an account. */
async function keysOf({ client, name: TableName }: Table, accountId: string) {
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  return Items.filter((item) => item.accountId?.S === accountId).map((item) => item.sk?.S);
}

/** A terminal session in which the user gives this answer, and the text that the user read. */
function atTerminal(answer: string) {
  const read: string[] = [];
  const session = {
    ports: cli.ports,
    deployment: { signIn: { none: 'There is no sign-in' } },
    interactive: true,
    line: (text: string) => void read.push(text),
    ask: async (question: string) => {
      read.push(question);
      return answer;
    },
  } as unknown as Session;
  return { session, read };
}

test('account delete with the name of the account deletes all but the records of its messages', async () => {
  const { accountId } = await fullAccount('Acme Ltd');

  const deleted = await cli.json('account', 'delete', accountId, '--confirm', 'Acme Ltd');
  const again = await cli.json('account', 'delete', accountId, '--confirm', 'Acme Ltd');

  expect(deleted).toEqual({
    exitCode: 0,
    answer: {
      accountId,
      name: 'Acme Ltd',
      deleted: { keys: 1, users: 0, webhooks: 1, templates: 1, suppressed: 1, cancelled: 0 },
    },
  });
  expect(again).toEqual({
    exitCode: 1,
    answer: { error: `There is no account ${accountId}: account list shows every account` },
  });
  expect(await keysOf(cli.ports.templates, accountId)).toEqual([]);
  expect(await keysOf(cli.ports.messages, accountId)).toEqual(['M#msg_1']);
});

test('account delete says in words what is gone and what stays, and cancels the scheduled messages of live keys and of test keys', async () => {
  const { accountId } = await fullAccount('Words');
  const ids = [
    await scheduleIn(cli.ports, accountId),
    await scheduleIn(cli.ports, accountId, { test: true }),
  ];

  expect(await cli.run(['account', 'delete', accountId, '--confirm', 'Words'])).toEqual({
    exitCode: 0,
    stdout: [
      `Words (${accountId}) is deleted, with 1 API key, 1 template, 0 users, 1 webhook, 1 suppressed address.\n`,
      '2 scheduled messages will not be sent: CANCELLED.\n',
      'The records of its messages stay until they expire.\n',
    ].join(''),
    stderr: '',
  });
  for (const messageId of ids) {
    const record = await readMessage(cli.ports.messages, accountId, messageId);
    expect(record?.state).toBe('CANCELLED');
    expect(await readPending(cli.ports.messages, { accountId, messageId })).toBeNull();
  }
});

test('account delete changes nothing in a pipe without --confirm, and with the name of another account', async () => {
  const { accountId } = await fullAccount('Stays');

  const unasked = await cli.json('account', 'delete', accountId);
  const other = await cli.json('account', 'delete', accountId, '--confirm', 'Acme');

  const refused = (error: string) => ({ exitCode: 2, answer: { error } });
  expect([unasked, other]).toEqual([
    refused('cannot ask without a terminal: add --confirm "Stays" to delete the account'),
    refused(`--confirm names "Acme", but ${accountId} is "Stays"`),
  ]);
  expect(await listKeys(cli.ports, accountId)).toMatchObject([{ status: 'active' }]);
});

test('at a terminal account delete shows what the account has, and asks for its name', async () => {
  const account = await fullAccount('Asked');
  const yes = atTerminal('Asked');
  const no = atTerminal('yes');
  const asking = { confirm: undefined, command: new Command() };

  const answers = [
    await isConfirmed(yes.session, account, asking),
    await isConfirmed(no.session, account, asking),
  ];

  expect(answers).toEqual([true, false]);
  expect(yes.read).toEqual([
    `\nAsked (${account.accountId}) has 1 active API key, 1 template, 0 users. The keys stop working first.\n`,
    'It cannot be undone. Type Asked to continue: ',
  ]);
});
