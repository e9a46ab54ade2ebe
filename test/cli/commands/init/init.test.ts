import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { askChoices } from '../../../../cli/commands/init/init-command.ts';
import { type Choices, workflow } from '../../../../cli/commands/init/project-files.ts';
import type { Dialog } from '../../../../cli/terminal/dialog.ts';
import { parsed } from '../../../docs/commands.ts';
import { beforeEach, expect, test } from '../../../jest.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { answerOf, refused, runHere, wordsOf } from '../../in-process.ts';

const demo = fileURLToPath(new URL('../../../../templates/welcome/', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const run = (...words: string[]) => runHere(words, {}, folder);
const json = async (...words: string[]) => answerOf(await run(...words, '--json'));
const read = (path: string) => readFile(join(folder, path), 'utf8');
const filesBelow = async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
};

const own = wordsOf(
  'postrider.json .github/workflows/postrider.yml .gitignore README.md templates/welcome',
);
const next = [
  'npm start',
  'npm run -s postrider -- template push templates',
  'npm run -s postrider -- deploy --environment staging',
];

test('init writes settings, a template, a workflow and a README into a new folder', async () => {
  const flags = ['--sender', 'hello@acme.example', '--sender', 'acme.example'];
  const written = await json('init', 'mails', ...flags, '--region', 'eu-central-1');
  const settings = JSON.parse(await read('mails/postrider.json'));
  const readme = await read('mails/README.md');
  const template = await read('mails/templates/welcome/template.json');
  const original = await readFile(`${demo}template.json`, 'utf8');

  expect(written).toEqual({
    exitCode: 0,
    answer: { folder: 'mails', written: own, left: [], next: ['cd mails', ...next] },
  });
  expect(await filesBelow()).toEqual([
    'mails/.github/workflows/postrider.yml',
    'mails/.gitignore',
    'mails/README.md',
    'mails/postrider.json',
    'mails/templates/welcome/body.html',
    'mails/templates/welcome/template.json',
    'mails/templates/welcome/test-data.json',
  ]);
  expect(settings).toEqual({
    format: 1,
    region: 'eu-central-1',
    senders: ['hello@acme.example', 'acme.example'],
    environments: { staging: {}, production: {} },
  });
  expect(readme.trimEnd().split('\n')).toHaveLength(12);
  expect(await read('mails/.gitignore')).toBe('node_modules/\n.local/\n');
  expect(template).toBe(
    original.replace('Postrider Demo <hello@inbox.example.com>', 'hello@acme.example'),
  );
});

test('the template of a new folder passes template lint with the senders of its production', async () => {
  await run('init', '--sender', 'acme.example');
  const flags = ['--environment', 'production', '--max-warnings', '0'];
  const linted = await run('template', 'lint', 'templates', ...flags);

  expect(linted).toEqual({ exitCode: 0, stdout: '0 errors, 0 warnings\n', stderr: '' });
});

test('in a pipe init asks nothing, and writes a file of settings without a sender', async () => {
  const { exitCode, stderr } = await run('init');

  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr:
      '\nNo sender is set: before you deploy, write it as "senders" in postrider.json, and as "from" in templates/welcome/template.json.\n',
  });
  expect(JSON.parse(await read('postrider.json'))).toEqual({
    format: 1,
    senders: [],
    environments: { staging: {}, production: {} },
  });
});

test('init leaves every file that is there already, and writes the others', async () => {
  await writeFile(join(folder, 'README.md'), 'mine');
  await mkdir(join(folder, 'templates/welcome'), { recursive: true });
  await symlink('nowhere', join(folder, '.gitignore'));

  const first = await json('init');
  const again = await run('init', '--sender', 'hello@acme.example');

  const left = ['.gitignore', 'README.md', 'templates/welcome'];
  const written = ['postrider.json', '.github/workflows/postrider.yml'];
  expect(first).toEqual({ exitCode: 0, answer: { folder, written, left, next } });
  expect(again).toEqual({
    exitCode: 0,
    stdout: `Already there, and left unchanged:\n  ${own.join('\n  ')}\n\nNext:\n  ${next.join('\n  ')}\n`,
    stderr: '\npostrider.json was left unchanged, so --sender and --region have no effect.\n',
  });
  expect(await read('README.md')).toBe('mine');
  expect(await filesBelow()).toEqual([
    '.github/workflows/postrider.yml',
    '.gitignore',
    'README.md',
    'postrider.json',
  ]);
});

test.each([
  [['taken'], () => 'taken/postrider.json'],
  [[], () => `${folder}/.github/workflows/postrider.yml`],
])('init %j is one sentence where a file is in the way', async (words, file) => {
  await writeFile(join(folder, 'taken'), '');
  await writeFile(join(folder, '.github'), '');

  expect(await run('init', ...words)).toEqual(
    refused(`${file()} cannot be written: a file is where a folder belongs`),
  );
});

test.each([
  [
    ['--sender', 'example.com', '--sender', 'nobody'],
    1,
    'Error: The sender "nobody" must be an e-mail address or a domain, like hello@example.com or example.com\n',
  ],
  [
    ['--region', 'Frankfurt'],
    1,
    'Error: The region "Frankfurt" must be a region, like eu-central-1\n',
  ],
  [
    ['--environment', 'staging'],
    2,
    'error: init works on no deployment: leave out --stack and --environment\n(--help shows the usage)\n',
  ],
])('init with %j writes nothing and says what is wrong', async (flags, exitCode, stderr) => {
  expect(await run('init', ...flags)).toEqual({ exitCode, stdout: '', stderr });
  expect(await filesBelow()).toEqual([]);
});

test('init names what code for another service needs', async () => {
  const { answer } = await json('init', 'mails', '--sender', 'a.example', '--door', 'resend');
  const { stderr } = await run('init', 'others', '--sender', 'a.example', '--door', 'supabase');

  expect(answer.next.slice(0, 3)).toEqual([
    'cd mails',
    'npm start',
    'npm run -s postrider -- template new raw --raw',
  ]);
  expect(stderr).toContain('For Supabase, give the URL and the secret of the hook to');
});

test('at a terminal init asks for the sender, the region and the door that no option names', async () => {
  const asked: string[] = [];
  const answers = ['hello@acme.example', '', 'Resend'];
  const ask: Dialog['ask'] = async (question) => {
    asked.push(question);
    return answers.shift() ?? '';
  };
  const dialog = { ask } as Dialog;

  const both = await askChoices({ senders: [], region: undefined }, dialog);
  const given: Choices = { senders: ['a.example'], region: 'eu-west-1', door: 'smtp' };
  const neither = await askChoices(given, dialog);

  expect({ both, neither, asked }).toEqual({
    both: { senders: ['hello@acme.example'], region: undefined, door: 'resend' },
    neither: given,
    asked: [
      'Which address or domain do you want to send from? (Enter: decide later) ',
      'Which AWS region do you want to use? (Enter: the one of your AWS profile) ',
      'What sends your mails today: resend, postmark, smtp, supabase? (Enter: nothing) ',
    ],
  });
});

const { on, jobs } = parse(workflow);
const steps = Object.values(jobs as Record<string, { steps: { run?: string }[] }>).flatMap(
  (job) => job.steps,
);
const commands = steps.flatMap(
  ({ run = '' }) => /^npx --no-install postrider (.*)$/.exec(run)?.[1] ?? [],
);

test('the workflow of a new folder lints pull requests, pushes main and promotes by hand', () => {
  expect(Object.keys(on)).toEqual(['pull_request', 'push', 'workflow_dispatch']);
  expect(Object.keys(jobs)).toEqual(['lint', 'staging', 'production']);
  expect(commands).toEqual([
    'template lint templates --environment production --max-warnings 0 --format github',
    'template push templates --environment staging',
    'template promote --from staging --to production --yes',
  ]);
  expect(workflow).not.toMatch(/secrets\.|access-key/i);
});

test.each(commands)(
  'the CLI knows the command in the workflow of a new folder: %s',
  async (text) => {
    const words = text.split(' ');

    expect(words).toContain(await parsed(words));
  },
);
