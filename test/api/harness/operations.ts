import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bareEnvironment } from '../../bare-environment.ts';
import { runHere } from '../../cli/in-process.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount } from './account.ts';
import { callRaw } from './call.ts';
import { dataFolder } from './deployment.ts';
import { blocksOf } from './document-examples.ts';

const cli = 'npm run -s postrider -- ';

/** How the blocks begin that nobody can follow on one machine, with the tests that run the same commands. */
export const notHere = {
  'aws ': 'They are commands of the AWS CLI.',
  'Q=$(aws ': 'They are commands of the AWS CLI.',
  'FN=$(aws ': 'They are commands of the AWS CLI.',
  'LOG_GROUPS=$(aws ': 'They are commands of the AWS CLI.',
  'OLD=postrider-': 'They are commands of the AWS CLI.',
  'DUE=$(aws': 'They are commands of the AWS CLI.',
  'npm install\nnpm run -s postrider -- deploy': 'AWS: test/package/deploy.test.ts',
  'npm run -s postrider -- deploy': 'AWS: test/cli/deploy',
  'git pull && npm install\nnpm run -s postrider -- deploy': 'AWS: test/cli/deploy',
  'npm run -s postrider -- destroy': 'AWS: test/cli/destroy',
  'npm run -s postrider -- template versions welcome --at':
    'The local run has no revisions of the past: test/cli/template/template-history.test.ts',
  'npm run -s postrider -- template push templates --draft':
    'Nobody has edited the templates: test/cli/template/template-drafts.test.ts',
  'npm run -s postrider -- user': 'The local run has no sign-in: test/cli/commands/users.test.ts',
  'npm run -s postrider -- selftest': 'It takes minutes: test/api/selftest',
  'npm run -s postrider -- mcp': 'It waits for an agent: test/api/cli/mcp.run.test.ts',
};

/** The chapters of docs/operations.md with commands that one machine can follow, by the file that follows them. */
export const chapters = {
  watching: [
    ...['Settings and environments', 'Doctor', 'Watch', 'Usage', 'Scheduled messages', 'Debug'],
  ],
  templates: [
    ...['Partials and layouts', 'Replay', 'Test mails and seed lists', 'History of templates'],
    'Types',
  ],
  accounts: [
    ...['Promote', 'Test keys and scopes', 'Rotate keys', 'Spread an account', 'Move an account'],
    'Delete an account',
  ],
};

export const blocks = blocksOf('docs/operations.md').filter(({ language }) => language === 'sh');
export const followed = blocks.filter(
  ({ text }) => !Object.keys(notHere).some((start) => text.startsWith(start)),
);

/**
 * A reader of docs/operations.md with an account of the shared run, which stands for a deployment. The run of the data
 * folder `second` stands for the one in eu-central-1, and for the target of a promotion.
 */
export async function openReader(second = dataFolder) {
  const folder = temporaryFolder();
  const settings = blocksOf('docs/operations.md').find(({ text }) =>
    text.includes('"environments"'),
  );
  await writeFile(join(folder, 'postrider.json'), settings?.text ?? '');
  const account = await openAccount();
  const { accountId, keyId, key } = account;
  const run = async (words: string[], data = dataFolder) => {
    const environment = { POSTRIDER_DATA: data, POSTRIDER_ACCOUNT: accountId };
    const { exitCode, stdout, stderr } = await runHere(words, environment, folder);
    if (exitCode !== 0) throw new Error(`${words.join(' ')} ended with ${exitCode}: ${stderr}`);
    return stdout;
  };
  await run(['template', 'push', fileURLToPath(new URL('../../../templates', import.meta.url))]);
  const body = { templateId: 'welcome', variables: { name: 'Ada' }, _to: 'ada@inbox.example.com' };
  const execute = () => callRaw('/v1/execute', { key, body });
  const sent = await execute();

  /** What the document prints in the place of the reader's own ids. */
  const ids = Object.entries({
    acc_0a1B2c3D4e5F6g7H: accountId,
    acc_9RVUK294iid6YQ12: accountId,
    'acc_…': accountId,
    'key_…': keyId,
    '01M7YXY4W084J4C0M0BZGJ8VKT': JSON.parse(sent.text).messageId,
    VFygWsUWsYm5_HWI: String(sent.headers['x-request-id']),
    '--confirm Acme': '--confirm Tests',
  });
  const followLine = async (line: string) => {
    if (line.startsWith(cli)) {
      const { words, isElsewhere } = onThisMachine(wordsOf(line.slice(cli.length)), second);
      // Other tests leave in the shared run what doctor warns of.
      return run(words, isElsewhere || words[0] === 'doctor' ? second : dataFolder);
    }
    const env = bareEnvironment();
    const script = ['-euo', 'pipefail', '-c', line];
    return (await promisify(execFile)('bash', script, { cwd: folder, env })).stdout;
  };
  /** Follows a chapter from top to bottom, and returns what its commands printed. */
  const follow = async (chapter: string): Promise<string> => {
    const printed: string[] = [];
    for (const { text } of followed.filter(({ section }) => section === chapter)) {
      const filledIn = ids.reduce((each, [shown, id]) => each.replaceAll(shown, id), text);
      // The filters of jq are left out: a machine may have no jq.
      const lines = filledIn.replaceAll(/ \|\n *jq .*$/gm, '').split('\n');
      for (const line of lines) printed.push(await followLine(line));
    }
    return printed.join('');
  };
  return { account, sent, execute, follow };
}

/** The words of a command, without shell operators. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');

/** Replaces the options that name deployments by those of local runs. */
function onThisMachine(words: readonly string[], second: string) {
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
