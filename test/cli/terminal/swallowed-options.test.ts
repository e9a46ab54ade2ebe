import { Option } from 'commander';
import { swallowedOptions } from '../../../cli/terminal/swallowed-options.ts';
import { expect, test } from '../../jest.ts';
import { startCommandLine } from '../command-line.ts';

const cli = await startCommandLine();
const options = [
  new Option('--dry-run'),
  new Option('--account <id>'),
  new Option('--to <name>'),
  new Option('--name <name>'),
];
const byNpm = (variables: Record<string, string>, npm_lifecycle_event = 'postrider') => ({
  npm_lifecycle_event,
  ...variables,
});

test.each([
  [{ dry_run: 'true' }, 'template push DIR', '--dry-run', 'template push DIR --dry-run'],
  [
    { account: 'acc_1', dry_run: 'true' },
    'template push DIR',
    '--dry-run and --account',
    'template push DIR --dry-run --account=acc_1',
  ],
  [{ name: 'My app' }, 'key create', '--name', "key create --name='My app'"],
  [{ token_description: 'x' }, 'template promote', '--to', 'template promote --to=x'],
  [{ account: 'true' }, 'template push DIR acc_1', '--account', '…'],
  [
    { account: 'true', dry_run: 'true' },
    'acc_1',
    '--dry-run and --account',
    '--dry-run --account acc_1',
  ],
])('an option that npm took is refused: %j %s', (taken, words, names, line) => {
  const set = Object.entries(taken).map(([name, value]) => [`npm_config_${name}`, value]);

  expect(swallowedOptions(options, words.split(' '), byNpm(Object.fromEntries(set)))).toBe(
    `npm has taken ${names} for itself. Write -- before the options: npm run -s postrider -- ${line}`,
  );
});

test.each([
  ['the command line has it too', byNpm({ npm_config_dry_run: 'true' }), ['--dry-run']],
  ['npm runs another script', byNpm({ npm_config_dry_run: 'true' }, 'test'), []],
  ['npm switched it off', byNpm({ npm_config_dry_run: '' }), []],
  ['postrider does not know it', byNpm({ npm_config_audit: 'true' }), []],
])('an option that npm took does not matter if %s', (_, environment, argv) => {
  expect(swallowedOptions(options, argv, environment)).toBeNull();
});

const usage =
  'npm has taken --dry-run for itself. Write -- before the options: npm run -s postrider --';

test.each([
  ['its own option', ['template', 'push', 'templates']],
  ["another command's option", ['template', 'delete', 'welcome']],
])('a command from which npm took %s ends before it does anything', async (_, words) => {
  const environment = byNpm({ npm_config_dry_run: 'true' });

  const text = await cli.run(words, environment);
  const json = await cli.run(['--json', ...words], environment);

  const line = `${words.join(' ')} --dry-run`;
  expect(text).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${usage} ${line}\n(--help shows the usage)\n`,
  });
  expect({ ...json, stdout: JSON.parse(json.stdout) }).toEqual({
    exitCode: 2,
    stdout: { error: `${usage} --json ${line}` },
    stderr: '',
  });
});

test("a command without --yes runs although the user's npm has yes switched on", async () => {
  const environment = byNpm({ npm_config_yes: 'true' });

  const listed = await cli.run(['account', 'list', '--json'], environment);
  const deleted = await cli.run(['template', 'delete', 'welcome'], environment);

  expect(listed).toEqual({ exitCode: 0, stdout: '{\n  "accounts": []\n}\n', stderr: '' });
  expect(deleted.stderr).toContain('npm run -s postrider -- template delete welcome --yes\n');
});
