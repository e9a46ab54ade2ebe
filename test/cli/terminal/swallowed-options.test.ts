import { Option } from 'commander';
import { swallowedOptions } from '../../../cli/terminal/swallowed-options.ts';
import { expect, test } from '../../jest.ts';
import { startCommandLine } from '../command-line.ts';

const cli = await startCommandLine();
const options = [new Option('--dry-run'), new Option('--account <id>')];
const byNpm = (variables: Record<string, string>, npm_lifecycle_event = 'postrider') => ({
  npm_lifecycle_event,
  ...variables,
});

test('an option that npm took is refused', () => {
  const taken = byNpm({ npm_config_account: 'acc_1', npm_config_dry_run: 'true' });

  expect(swallowedOptions(options, ['template', 'push', 'DIR'], taken)).toBe(
    'npm has taken --dry-run and --account for itself. Write -- before the options: npm run -s postrider -- …',
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
  'npm has taken --dry-run for itself. Write -- before the options: npm run -s postrider -- …';

test.each([
  ['its own option', ['template', 'push', 'templates']],
  ["another command's option", ['template', 'delete', 'welcome']],
])('a command from which npm took %s ends before it does anything', async (_, words) => {
  const environment = byNpm({ npm_config_dry_run: 'true' });

  const text = await cli.run(words, environment);
  const json = await cli.run(['--json', ...words], environment);

  expect(text).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${usage}\n(--help shows the usage)\n`,
  });
  expect({ ...json, stdout: JSON.parse(json.stdout) }).toEqual({
    exitCode: 2,
    stdout: { error: usage },
    stderr: '',
  });
});

test("a command without --yes runs although the user's npm has yes switched on", async () => {
  const environment = byNpm({ npm_config_yes: 'true' });

  const listed = await cli.run(['account', 'list', '--json'], environment);
  const deleted = await cli.run(['template', 'delete', 'welcome'], environment);

  expect(listed).toEqual({ exitCode: 0, stdout: '{\n  "accounts": []\n}\n', stderr: '' });
  expect(deleted.stderr).toContain('npm has taken --yes for itself.');
});
