import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { completionFor, offersOf, shellNames } from '../../../cli/completion/completion.ts';
import { createProgram } from '../../../cli/program.ts';
import { addStartCommand } from '../../../local/start-command.ts';
import { describe, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere } from '../in-process.ts';

// The tests of a shell that this machine lacks are skipped: most machines have only one or two of the three.
const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

const script = (shell: string) => join(folder, shell);
const folder = temporaryFolder();
const program = await createProgram(() => {}, [], { start: async () => addStartCommand });
for (const shell of shellNames) {
  await writeFile(script(shell), completionFor(shell, offersOf(program)));
}

/** Bash's completions for the last word of this line. Like a terminal, it uses the function from `complete`. */
function inBash(line: string): string[] {
  const words = line.split(' ');
  const asks = `
    source ${script('bash')}
    registered=$(complete -p postrider)
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    $(sed 's/.*-F \\([^ ]*\\) .*/\\1/' <<<"$registered")
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['--norc', '-uc', asks, 'bash', ...words];
  return execFileSync('bash', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

/** The same for fish. */
function inFish(line: string): string[] {
  const asks = `source ${script('fish')}; complete -C ${JSON.stringify(line)}`;
  const printed = execFileSync('fish', ['--no-config', '-c', asks], { encoding: 'utf8' });
  return printed.split('\n').flatMap((offer) => offer.split('\t')[0] || []);
}

const everywhere = ['--json', '--stack', '--environment', '--region'];
const offers: [string, string[]][] = [
  ['postrider st', ['start']],
  ['postrider template pu', ['publish', 'pull', 'push']],
  ['postrider --stack Mail template l', ['lint', 'list', 'looks']],
  ['postrider --stack key template p', ['pause', 'promote', 'publish', 'pull', 'push']],
  ['postrider key delete -', ['--account', '--help', ...everywhere]],
  ['postrider start --f', ['--fast-forward', '--fresh']],
  ['postrider start --j', []],
  ['postrider template push DIR --dr', ['--draft', '--dry-run']],
  ['postrider account create --plan ', ['free', 'pro', 'team']],
  ['postrider account create --name ', []],
  ['postrider account create --plan pro --n', ['--name']],
  ['postrider template push --version', []],
];

// A machine may lack a shell.
(has('bash') ? describe : describe.skip)('the completion in bash', () => {
  test.each(offers)('bash completes %j', (line, words) => {
    expect(inBash(line).sort()).toEqual([...words].sort());
  });
});

(has('fish') ? describe : describe.skip)('the completion in fish', () => {
  // fish offers options before a hyphen and files as well, and short options.
  test.each(offers.filter(([line]) => !line.endsWith(' ')))('fish completes %j', (line, words) => {
    expect(inFish(line).sort()).toEqual([...words].sort());
  });
});

(has('zsh') ? describe : describe.skip)('the completion in zsh', () => {
  test('zsh reads the script', () => {
    const read = 'autoload -Uz compinit; compinit -D; source $0; print $_comps[postrider]';

    expect(execFileSync('zsh', ['-f', '-c', read, script('zsh')], { encoding: 'utf8' })).toBe(
      '_postrider\n',
    );
  });
});

test.each([
  ['bash', "'key\tlist\t\tlist\nkey\t--plan\tfree pro\t--plan'"],
  ['zsh', "list:list an account'\\''s keys\\: all\nkey\t--plan\tfree pro\t--plan:the plan'"],
  ['fish', "list\tlist an account\\'s keys: all\nkey\t--plan\tfree pro\t--plan\tthe plan'"],
] as const)('the script for %s has each offer as the shell shows it', (shell, offers) => {
  const list = { place: 'key', name: 'list', about: "list an account's keys: all" };
  const plan = { place: 'key', name: '--plan', about: 'the plan', values: ['free', 'pro'] };

  expect(completionFor(shell, [list, plan])).toContain(offers);
});

test('postrider completion prints the script, with --json in a document', async () => {
  const text = await runHere(['completion', 'bash'], {});
  const json = await runHere(['completion', 'bash', '--json'], {});

  expect(text).toMatchObject({ exitCode: 0, stderr: '' });
  expect(text.stdout).toContain('\ncomplete -o default -F _postrider postrider\n');
  expect(JSON.parse(json.stdout)).toEqual({ shell: 'bash', script: text.stdout.trimEnd() });
});
