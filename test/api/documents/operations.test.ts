import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bareEnvironment } from '../../bare-environment.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { callRaw } from '../harness/call.ts';
import { command } from '../harness/cli.ts';
import { type Block, blocksOf } from '../harness/document-examples.ts';
import { startOwnRun } from '../harness/own-run.ts';

/** How the blocks begin that nobody can follow on one machine, with the tests that run the same commands. */
const notHere = {
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
  'npm run -s postrider -- mcp': 'It waits for an agent: test/api/cli/mcp.test.ts',
};

/**
 * Makes `npm run -s postrider -- …` in a script run the checkout's CLI with a local run in the place of a deployment:
 * the second one in the place of production where a command names two environments, and in that of `eu-central-1`.
 * A machine without jq follows its commands without their filters.
 */
const npm = `
command -v jq > /dev/null || jq() { cat; }
npm() {
  shift 4
  local words=() data=$FIRST command=$1
  while (($#)); do
    case "$command $1" in
      init\\ *) words+=("$1") ;;
      *\\ --stack | *\\ --from) shift ;;
      *\\ --follow) ;;
      *\\ --region) [ "$2" != eu-central-1 ] || data=$SECOND; shift ;;
      *\\ --to)
        if [[ \${words[1]-} = test ]]; then words+=("$1" "$2"); else words+=(--to-local "$SECOND"); fi
        shift ;;
      *\\ --environment) [[ \${words[1]-} != lint ]] || words+=("$1" "$2"); shift ;;
      *) words+=("$1") ;;
    esac
    shift
  done
  POSTRIDER_DATA=$data "$NODE" "$CLI" "\${words[@]}"
}
`;

const blocks = blocksOf('docs/operations.md').filter(({ language }) => language === 'sh');
const settings = blocksOf('docs/operations.md').find(({ text }) => text.includes('"environments"'));
const reasons = Object.keys(notHere);
const followed = blocks.filter(({ text }) => !reasons.some((start) => text.startsWith(start)));

test('each block of operations.md that nobody can follow on one machine is still in it', () => {
  const unused = reasons.filter((start) => !blocks.some(({ text }) => text.startsWith(start)));

  expect(unused).toEqual([]);
  expect(followed.length).toBeGreaterThan(10);
});

test('the commands of operations.md work from top to bottom', async () => {
  const folder = temporaryFolder();
  await writeFile(join(folder, 'postrider.json'), settings?.text ?? '');
  const first = await startOwnRun({ data: join(folder, 'first') });
  const second = await startOwnRun({ data: join(folder, 'second') });
  const { baseUrl, apiKey: key, accountId } = first.deployment;
  const body = { templateId: 'welcome', variables: { name: 'Ada' }, _to: 'ada@inbox.example.com' };
  const execute = () => callRaw('/v1/execute', { baseUrl, key, body });
  const sent = await execute();
  const keys = await command(folder, ['key', 'list'], first.data);
  const [{ keyId }] = (keys.answer as { keys: [{ keyId: string }] }).keys;

  /** What the document prints in the place of the reader's own ids. */
  const ids = Object.entries({
    acc_0a1B2c3D4e5F6g7H: accountId,
    acc_9RVUK294iid6YQ12: accountId,
    'acc_…': accountId,
    'key_…': keyId,
    '01M7YXY4W084J4C0M0BZGJ8VKT': JSON.parse(sent.text).messageId,
    VFygWsUWsYm5_HWI: String(sent.headers['x-request-id']),
    '--confirm Acme': '--confirm Demo',
  });
  const follow = async ({ text }: Block) => {
    const script = ids.reduce((each, [printed, id]) => each.replaceAll(printed, id), text);
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', npm + script], {
      cwd: folder,
      env: {
        ...bareEnvironment(),
        NODE: process.execPath,
        CLI: fileURLToPath(new URL('../../../bin/command.ts', import.meta.url)),
        FIRST: first.data,
        SECOND: second.data,
      },
    });
    return stdout;
  };

  const printed: string[] = [];
  for (const block of followed) printed.push(await follow(block));

  const accounts = await command(folder, ['account', 'list'], first.data);
  const moved = await command(folder, ['account', 'list'], second.data);
  expect(printed.join('')).toContain(`request ${sent.headers['x-request-id']}`);
  expect(await execute()).toMatchObject({ status: 401 });
  expect(accounts.answer).toEqual({ accounts: [] });
  expect(moved.answer).toMatchObject({
    accounts: expect.arrayContaining([expect.objectContaining({ accountId })]),
  });
});
