import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { keepForgetting } from '../../../shared/adapters/tables/forgettings-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { inTransaction } from '../../../shared/adapters/tables/trail-table.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { personWith } from '../../../shared/manage/person/person-ports.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { noCounts } from '../../../shared/people/person-data.ts';
import { expect, test } from '../../jest.ts';
import { serve } from '../../serve.ts';
import { aMessage } from '../../shared/adapters/messages.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { deploymentFile, startCommandLine } from '../command-line.ts';
import { answerOf, refused, startStacks, wordsOf } from '../in-process.ts';

const cli = await startCommandLine();
const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });
await writeAccount(cli.ports.accounts, accountId, { forgets: true }, alone);
await beginMessage(
  cli.ports.messages,
  aMessage({
    ...{ accountId, messageId: newMessageId(Date.now()), state: 'SENT', subject: 'Hello' },
    recipients: [{ address: 'Ada@example.com', field: '_to' }],
  }),
);
const run = (line: string) => cli.run(wordsOf(`person ${line}`));

test('person find counts what there is, and says nothing of others', async () => {
  const { stdout } = await run('find ADA@example.com');
  const { answer } = await cli.json('person', 'find', 'ada@example.com');

  expect(stdout).toBe(`ada@example.com in ${accountId}: 1 message.\n`);
  expect(answer).toMatchObject({
    ...{ address: 'ada@example.com', accountId, done: true, left: [] },
    ...{ person: expect.stringMatching(/^[0-9A-Za-z]{22}$/), found: { messages: 1 } },
  });
  expect((await run('find eve@example.com')).stdout).toContain('nothing.');
});

test('person export writes a file that only its owner can read, and replaces none', async () => {
  const file = join(temporaryFolder(), 'ada.json');

  const first = await cli.run(['person', 'export', 'ada@example.com', '--out', file]);
  const second = await cli.run(['person', 'export', 'ada@example.com', '--out', file]);

  expect(first.exitCode).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    ...{ address: 'ada@example.com', accountId, scheduled: [], suppression: null, seeds: false },
    messages: [{ subject: 'Hello', recipients: [{ address: 'Ada@example.com' }] }],
  });
  expect(second).toEqual(refused(`${file} exists already: name another file`));
});

test('person forget continues an interrupted run, and --again finds the forgotten without their addresses', async () => {
  const person = await personWith(cli.ports, accountId, 'ada@example.com');
  const { table } = cli.ports.trail;
  const begun = {
    ...{ step: 'again' as const, notBeforeMs: 0, place: { part: 0 }, suppress: false, version: 0 },
    found: {
      ...{ person: person.id, place: null, left: [], isTold: false },
      counts: { ...noCounts, messages: 1 },
    },
  };
  await keepForgetting(table, accountId, begun, inTransaction);
  const { answer: asked } = await cli.json('person', 'forget', '--again', '--yes');

  expect(asked).toMatchObject({ people: [{ person: person.id, forgotten: { messages: 1 } }] });
  expect((await cli.json('person', 'find', 'ada@example.com')).answer).toMatchObject({
    found: { messages: 0 },
  });
});

test("person forget names SES's own suppression list, and --also-ses removes the address there", async () => {
  const listed = new Set(['eve@example.com']);
  const asked: string[] = [];
  const ses = await serve(({ method = '', url = '' }, response) => {
    asked.push(`${method} ${url}`);
    const address = decodeURIComponent(url.replace('/v2/email/suppression/addresses/', ''));
    const isThere = method === 'DELETE' ? listed.delete(address) : listed.has(address);
    const about = { EmailAddress: address, Reason: 'BOUNCE', LastUpdateTime: 0 };
    if (!isThere) response.setHeader('x-amzn-errortype', 'NotFoundException');
    response
      .writeHead(isThere ? 200 : 404)
      .end(JSON.stringify(isThere && method === 'GET' ? { SuppressedDestination: about } : {}));
  });
  const stacks = await startStacks({ mail: deploymentFile(cli).outputs });
  const environment = {
    ...{ ...stacks.environment, AWS_ENDPOINT_URL_SESV2: ses.url },
    AWS_ENDPOINT_URL_DYNAMODB: cli.tables.endpoint,
  };
  const forgetOnAws = async (...more: string[]) => {
    const place = ['--stack', 'mail', '--region', 'us-east-1', '--json', '--yes'];
    const words = ['person', 'forget', 'eve@example.com', '--account', accountId];
    return answerOf(await cli.run([...words, ...place, ...more], environment));
  };

  const stays = { what: "SES's own suppression list", where: 'ses', todo: expect.any(String) };
  expect(await forgetOnAws()).toMatchObject({ exitCode: 0, answer: { left: [stays] } });
  expect(await forgetOnAws('--also-ses')).toMatchObject({ exitCode: 0, answer: { left: [] } });
  expect(await forgetOnAws('--also-ses')).toMatchObject({ exitCode: 0, answer: { left: [] } });
  const place = '/v2/email/suppression/addresses/eve%40example.com';
  expect([...new Set(asked)]).toEqual([`GET ${place}`, `DELETE ${place}`]);
});

test.each([
  ['forget ada@example.com', 2, 'error: cannot ask without a terminal: add --yes to forget this'],
  ['forget', 2, 'error: name one of <address> and --again'],
  ['forget ada@example.com --again', 2, 'error: name one of <address> and --again'],
  ['find ada', 1, '"ada" is not a valid email address: it has no @'],
  ['export ada', 1, '"ada" is not a valid email address: it has no @'],
])('person %s is refused', async (line, exitCode, sentence) => {
  const ended = await run(line);

  expect(ended.exitCode).toBe(exitCode);
  expect(ended.stderr).toContain(sentence);
});
