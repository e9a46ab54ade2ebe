import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bareEnvironment } from '../../bare-environment.ts';
import { runHere } from '../../cli/in-process.ts';
import { documentText } from '../../docs/commands.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount } from '../harness/account.ts';
import { callRaw } from '../harness/call.ts';
import { command } from '../harness/cli.ts';
import { dataFolder } from '../harness/deployment.ts';
import { blocksOf } from '../harness/document-examples.ts';
import { startOwnRun } from '../harness/own-run.ts';

const cli = 'npm run -s postrider -- ';

/** The beginnings of blocks that cannot run on one machine, with the tests that run the same commands. */
const notHere = {
  'aws ': 'They are commands of the AWS CLI.',
  'Q=$(aws ': 'They are commands of the AWS CLI.',
  'FN=$(aws ': 'They are commands of the AWS CLI.',
  'LOG_GROUPS=$(aws ': 'They are commands of the AWS CLI.',
  'OLD=postrider-': 'They are commands of the AWS CLI.',
  'DUE=$(aws': 'They are commands of the AWS CLI.',
  'npm install\nnpm run -s postrider -- deploy': 'AWS: test/package/deploy.test.ts',
  'npm run -s postrider -- deploy': 'AWS: test/cli/commands/deploy',
  'git pull && npm install\nnpm run -s postrider -- deploy': 'AWS: test/cli/commands/deploy',
  'npm run -s postrider -- destroy': 'AWS: test/cli/commands/deploy',
  'npm run -s postrider -- template versions welcome --at':
    'The local run has no revisions of the past: test/cli/commands/template/stored/template-history.test.ts',
  'npm run -s postrider -- template push templates --draft':
    'Nobody has edited the templates: test/cli/commands/template/stored/template-drafts.test.ts',
  'npm run -s postrider -- user': 'The local run has no sign-in: test/cli/commands/users.test.ts',
  'npm run -s postrider -- person':
    'A forgetting asks, and takes a minute: test/cli/commands/person.test.ts',
  'npm run -s postrider -- selftest': 'It takes minutes: test/api/selftest',
};

const pages = [
  ...documentText('docs/operations.md').matchAll(/^\| \[.+\]\((operations\/.+)\) \|/gm),
]
  .map(([, path]) => `docs/${path}`)
  .map((path) => ({ path, blocks: blocksOf(path).filter(({ language }) => language === 'sh') }));
const starts = Object.keys(notHere);
const followed = pages
  .map(({ path, blocks }) => ({
    path,
    texts: blocks
      .map(({ text }) => text)
      .filter((text) => !starts.some((start) => text.startsWith(start))),
  }))
  .filter(({ texts }) => texts.length > 0);

/** A shared-run account stands for the deployment; `second`, for the one in eu-central-1 and the promotion's target. */
const { data: second } = await startOwnRun({ data: temporaryFolder() });
const { accountId, keyId, key } = await openAccount();
const folder = temporaryFolder();
const environments = blocksOf('docs/operations/settings.md').find(({ text }) =>
  text.includes('"environments"'),
);
await writeFile(join(folder, 'postrider.json'), environments?.text ?? '');

async function run(words: string[], data = dataFolder): Promise<string> {
  const environment = { POSTRIDER_DATA: data, POSTRIDER_ACCOUNT: accountId };
  const { exitCode, stdout, stderr } = await runHere(words, environment, folder);
  if (exitCode !== 0) throw new Error(`${words.join(' ')} ended with ${exitCode}: ${stderr}`);
  return stdout;
}

await run(['template', 'push', join(import.meta.dirname, '../../../templates')]);
const body = { templateId: 'welcome', variables: { name: 'Ada' }, _to: 'ada@inbox.example.com' };
const execute = () => callRaw('/v1/execute', { key, body });
const sent = await execute();
const requestId = String(sent.headers['x-request-id']);

const ids = Object.entries({
  acc_0a1B2c3D4e5F6g7H: accountId,
  acc_9RVUK294iid6YQ12: accountId,
  'acc_…': accountId,
  'key_…': keyId,
  '01M7YXY4W084J4C0M0BZGJ8VKT': JSON.parse(sent.text).messageId,
  VFygWsUWsYm5_HWI: requestId,
  '--confirm Acme': '--confirm "Acme Shop"',
});

async function followLine(line: string): Promise<string> {
  if (line.startsWith(cli)) {
    const { words, isElsewhere } = onThisMachine(wordsOf(line.slice(cli.length)));
    // Other tests leave things in the shared run that doctor warns about.
    return run(words, isElsewhere || words[0] === 'doctor' ? second : dataFolder);
  }
  const script = ['-euo', 'pipefail', '-c', line];
  const options = { cwd: folder, env: bareEnvironment() };
  return (await promisify(execFile)('bash', script, options)).stdout;
}

test('every exception is the beginning of a block of the pages for operators', () => {
  const texts = pages.flatMap(({ blocks }) => blocks.map(({ text }) => text));

  expect(starts.filter((start) => !texts.some((text) => text.startsWith(start)))).toEqual([]);
  expect(followed.length).toBeGreaterThan(5);
});

// The pages build on one another.
test.each(followed)('the commands of $path work', async ({ path, texts }) => {
  const printed: string[] = [];
  for (const text of texts) {
    const filledIn = ids.reduce((each, [shown, id]) => each.replaceAll(shown, id), text);
    // The filters of jq are left out: a machine may have no jq.
    const lines = filledIn.replaceAll(/ \|\n *jq .*$/gm, '').split('\n');
    for (const line of lines) printed.push(await followLine(line));
  }

  const text = printed.join('');
  expect(text).not.toBe('');
  if (path.endsWith('/monitoring.md')) expect(text).toContain(`request ${requestId}`);
});

test('docs/operations/keys.md has rotated, moved and deleted what its reader had', async () => {
  const here = await command(temporaryFolder(), ['account', 'list']);
  const there = await command(temporaryFolder(), ['account', 'list'], second);

  const moved = { accounts: expect.arrayContaining([expect.objectContaining({ accountId })]) };
  expect(await execute()).toMatchObject({ status: 401 });
  expect(here.answer).not.toMatchObject(moved);
  expect(there.answer).toMatchObject(moved);
});

const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');

function onThisMachine(words: readonly string[]) {
  const [group, command] = words;
  const kept: string[] = [];
  let isElsewhere = false;
  for (let at = 0; at < words.length; at++) {
    const [word = '', value = ''] = words.slice(at, at + 2);
    const isForTest = group === 'template' && command === 'test';
    if (word === '--follow') continue;
    const namesDeployment =
      ['--stack', '--from'].includes(word) ||
      (word === '--region' && group !== 'init') ||
      (word === '--environment' && command !== 'lint');
    if (namesDeployment) {
      isElsewhere ||= value === 'eu-central-1';
      at++;
    } else if (word === '--to' && !isForTest) {
      kept.push('--to-local', second);
      at++;
    } else kept.push(word);
  }
  return { words: kept, isElsewhere };
}
