import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Command } from 'commander';
import { send as sendMail } from '../../../../cli/commands/send/send-command.ts';
import type { Session } from '../../../../cli/connection/session.ts';
import { beforeAll, beforeEach, describe, expect, test } from '../../../jest.ts';
import { serve } from '../../../serve.ts';
import { startCommandLine } from '../../command-line.ts';
import { printed, wordsOf } from '../../in-process.ts';

/** A request that the API received, and the API's next answer; null closes the connection. */
let asked: { url: string | undefined; headers: IncomingHttpHeaders; body: unknown }[] = [];
let answer: { status: number; body: string; headers?: Record<string, string> } | null;

const cli = await startCommandLine();
const api = await serve(async (request, response) => {
  const body = (await request.setEncoding('utf8').toArray()).join('');
  asked.push({ url: request.url, headers: request.headers, body: JSON.parse(body) });
  if (answer === null) return void request.socket.destroy();
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
  response.end(answer.body);
});
const baseUrl = `${api.url}/v1`;
const file = join(cli.dir, 'deployment.json');
const { outputs, ...deployment } = JSON.parse(await readFile(file, 'utf8'));
await deployAt(baseUrl);
beforeEach(() => {
  asked = [];
  answer = { status: 200, body: '{"success":true,"type":"sent","messageId":"ses-1"}' };
});

/** Writes the file of a local run whose API has this address. */
function deployAt(BaseUrl: string): Promise<void> {
  const run = { ...deployment, apiKey: 'pr_local', outputs: { ...outputs, BaseUrl } };
  return writeFile(file, JSON.stringify(run));
}

const send = wordsOf('send welcome --to ada@example.com');
/** The body that execute receives for the command. */
const request = { templateId: 'welcome', variables: {}, _to: 'ada@example.com' };
const anyKey = expect.stringMatching(/^[0-9a-f-]{36}$/);
const again = (key: string) =>
  `run it again with --idempotency-key ${key}, which sends at most one mail`;

test('send calls execute with the variables, the key of POSTRIDER_API_KEY and a new Idempotency-Key', async () => {
  await writeFile(join(cli.dir, 'data.json'), '{"name": "Grace", "items": [1]}');
  const words = [...send, '--data', 'data.json', '--var', 'name=Ada', '--var-json', 'total=3'];

  const ended = await cli.run(words, { POSTRIDER_API_KEY: 'pr_mine' });

  expect(ended).toEqual(printed('welcome was sent to ada@example.com: ses-1\n'));
  expect(asked).toEqual([
    {
      url: '/v1/execute',
      headers: expect.objectContaining({
        authorization: 'Bearer pr_mine',
        'content-type': 'application/json',
        'idempotency-key': anyKey,
      }),
      body: { ...request, variables: { name: 'Ada', items: [1], total: 3 } },
    },
  ]);
});

test('send --language asks execute for the mail in this language', async () => {
  await cli.run([...send, '--language', 'PT-br'], { POSTRIDER_API_KEY: 'pr_mine' });

  expect(asked[0]?.body).toEqual({ ...request, _language: 'pt-BR' });
});

test('send --attach, --header and --unsubscribe give execute the files, the headers and the address', async () => {
  await mkdir(join(cli.dir, 'out'));
  await writeFile(join(cli.dir, 'out/Übersicht 1.pdf'), '%PDF-1.7');
  await symlink('out/Übersicht 1.pdf', join(cli.dir, 'latest.pdf'));
  await writeFile(join(cli.dir, 'logo.png'), Buffer.from([0x89, 0x50, 0xff]));
  const files = ['out/Übersicht 1.pdf', 'logo.png=cid:logo', 's3://acme/2026/1001.csv'];
  const headers = ['In-Reply-To: <1@shop.example>', 'X-Order:a:b'];

  const { exitCode } = await cli.run([
    ...send,
    ...[...files, 'latest.pdf'].flatMap((file) => ['--attach', file]),
    ...headers.flatMap((header) => ['--header', header]),
    ...['--unsubscribe', 'https://shop.example/u/1'],
  ]);

  const pdf = { name: 'Übersicht 1.pdf', content: 'JVBERi0xLjc=' };
  expect([exitCode, asked[0]?.body]).toEqual([
    0,
    {
      ...request,
      _attachments: [
        pdf,
        { name: 'logo.png', content: 'iVD/', cid: 'logo' },
        { name: '1001.csv', s3: 's3://acme/2026/1001.csv' },
        { ...pdf, name: 'latest.pdf' },
      ],
      _headers: { 'In-Reply-To': '<1@shop.example>', 'X-Order': 'a:b' },
      _unsubscribe: 'https://shop.example/u/1',
    },
  ]);
});

describe('files that send cannot attach', () => {
  const path = (name: string) => join(cli.dir, name);
  beforeAll(async () => {
    await mkdir(path('folder.pdf'));
    await writeFile(path('empty.pdf'), '');
    await writeFile(path('half.pdf'), Buffer.alloc(1.5 * 2 ** 20));
    await writeFile(path('more.pdf'), Buffer.alloc(1.5 * 2 ** 20 + 1));
  });

  const large =
    'The attached files are larger than 3 MB together: put large files into a bucket of the deployment, and attach s3://BUCKET/KEY';
  test.each([
    ['that is missing', 'none.pdf', 'There is no file none.pdf'],
    ['below a file', 'empty.pdf/x.pdf', 'There is no file empty.pdf/x.pdf'],
    ['that is a folder', 'folder.pdf', 'folder.pdf is a folder where a file belongs'],
    ['that is empty', 'empty.pdf', 'empty.pdf is empty'],
    ['over 3 MB together', 'half.pdf --attach more.pdf', large],
  ])('send refuses a file %s, before it calls the API', async (_, files, error) => {
    const ended = await cli.json(...send, ...wordsOf(`--attach ${files}`));

    expect(ended).toEqual({ exitCode: 1, answer: { error } });
    expect(asked).toEqual([]);
  });

  test('send attaches files of exactly 3 MB together', async () => {
    const ended = await cli.run([...send, '--attach', 'half.pdf', '--attach', 'half.pdf']);

    expect([ended.exitCode, asked.length]).toEqual([0, 1]);
  });
});

test.each([
  [['X-Order'], '--header must be NAME: VALUE, found "X-Order"'],
  [[': 1'], '--header must be NAME: VALUE, found ": 1"'],
  [['X-Order: 1', 'X-Order: 2'], '--header gives X-Order twice'],
])('send refuses the headers %j, before it calls the API', async (headers, error) => {
  const words = headers.flatMap((header) => ['--header', header]);

  expect(await cli.json(...send, ...words)).toEqual({ exitCode: 2, answer: { error } });
  expect(asked).toEqual([]);
});

test('without POSTRIDER_API_KEY send uses the key of the local run', async () => {
  await cli.run(send);

  expect(asked[0]?.headers.authorization).toBe('Bearer pr_local');
});

test('send with the Idempotency-Key of an earlier send says that the mail was sent before', async () => {
  const body = '{"success":true,"type":"sent","messageId":"ses-1"}';
  answer = { status: 200, body, headers: { 'idempotent-replayed': 'true' } };

  const words = [...send, '--idempotency-key', 'order 7'];
  const { stdout } = await cli.run(words);
  const inJson = await cli.json(...words);

  expect(stdout).toBe('welcome was sent to ada@example.com before, and not again: ses-1\n');
  expect(inJson).toEqual({
    exitCode: 0,
    answer: { ...JSON.parse(body), repeated: true, idempotencyKey: 'order 7' },
  });
  expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['order 7', 'order 7']);
});

test.each<[object, string]>([
  [
    { success: false, type: 'validation_failed', error: 'Invalid address', field: '_to' },
    'Nothing was sent, validation_failed: Invalid address (_to)',
  ],
  [
    { success: false, type: 'validation_failed', error: '_to has no @', field: '_to' },
    'Nothing was sent, validation_failed: _to has no @',
  ],
  [
    { success: false, type: 'send_failed', error: 'Email address is not verified' },
    'Nothing was sent, send_failed: Email address is not verified',
  ],
  [
    { success: true, type: 'callback', html: '<p>', text: 'x', subject: 's' },
    'Nothing was sent: the flow of welcome returns the mail to its caller.',
  ],
])('send ends with exit code 1 for the outcome %j', async (outcome, sentence) => {
  answer = { status: 200, body: JSON.stringify(outcome) };

  expect(await cli.run(send)).toEqual({ exitCode: 1, stdout: `${sentence}\n`, stderr: '' });
});

const refused = 'The API refused the mail with';
test.each<[string, typeof answer, unknown]>([
  [
    'a refusal of the API',
    { status: 404, body: '{"error":"Template not found"}' },
    `${refused} 404: Template not found: template list shows every template`,
  ],
  [
    'a fault of the API, which says how to repeat',
    { status: 500, body: '{"error":"Internal server error"}' },
    `${refused} 500: Internal server error: ${again('k')}`,
  ],
  [
    'an answer of another server',
    { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } },
    expect.stringContaining(`from ${baseUrl}/execute has status 200 and is not postrider's.`),
  ],
  [
    'a lost answer',
    null,
    expect.stringMatching(
      /^No answer from http:\S+: .+: run it again with --idempotency-key k, which sends at most one mail$/,
    ),
  ],
])('send tells of %s in one sentence', async (_, answered, error) => {
  answer = answered;

  const ended = await cli.json(...send, '--idempotency-key', 'k');

  expect(ended).toEqual({ exitCode: 1, answer: { error } });
});

test('if the API cannot be reached, send says so', async () => {
  const closed = await serve(() => {});
  await closed.stop();
  await deployAt(`${closed.url}/v1`);

  const unreachable = await cli.json(...send);
  await deployAt(baseUrl);

  const error = expect.stringMatching(/^No answer from http:\S+: connect ECONNREFUSED /);
  expect(unreachable).toEqual({ exitCode: 1, answer: { error } });
});

test('send asks before it sends on AWS, at a terminal and without --yes', async () => {
  const questions: string[] = [];
  const onAws = (interactive: boolean, answer: string) =>
    ({
      deployment: { baseUrl, endpoints: {}, localKey: 'pr_1' },
      interactive,
      progress: () => {},
      ask: async (question: string) => {
        questions.push(question);
        return answer;
      },
    }) as unknown as Session;
  const sending = async (session: Session, yes?: boolean) => {
    const options = { to: 'ada@example.com', ...(yes && { yes }) };
    const { text, exitCode } = await sendMail(session, {
      ...{ template: 'welcome', options, self: new Command() },
    });
    return { text, exitCode, calls: asked.length };
  };

  expect([
    await sending(onAws(true, 'n')),
    await sending(onAws(true, 'y')),
    await sending(onAws(true, 'n'), true),
    await sending(onAws(false, 'n')),
  ]).toEqual([
    { text: 'Nothing was sent.', exitCode: 1, calls: 0 },
    ...[1, 2, 3].map((calls) => ({
      ...{ text: 'welcome was sent to ada@example.com: ses-1', exitCode: 0, calls },
    })),
  ]);
  const question = `Send welcome to ada@example.com through ${baseUrl}? (y/N) `;
  expect(questions).toEqual([question, question]);
});

test('a bad Idempotency-Key and a bad API key are refused before the call', async () => {
  const idempotencyKey = await cli.json(...send, '--idempotency-key', 'grün');
  const apiKey = await cli.run(send, { POSTRIDER_API_KEY: 'pr_a\nb' });

  const error = '--idempotency-key: Idempotency-Key must be 1 to 255 printable ASCII characters';
  expect(idempotencyKey).toEqual({ exitCode: 2, answer: { error } });
  expect(apiKey.stderr).toBe(
    'Error: POSTRIDER_API_KEY is not an API key: it has a space or another sign\n',
  );
  expect(asked).toEqual([]);
});
