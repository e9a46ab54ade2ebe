import type { Command } from 'commander';
import { reportText } from '../../../../cli/commands/doctor/report.ts';
import { createProgram } from '../../../../cli/program.ts';
import type { CheckResult } from '../../../../shared/manage/doctor/check.ts';
import { expect, test } from '../../../jest.ts';
import { runHere } from '../../in-process.ts';
import { code, examine, patient } from './examination.ts';
import { type Health, healthy, region } from './health.ts';

test('a fix names existing commands of the CLI with existing options', async () => {
  const breaks = [
    (health: Health) => health.members.clear(),
    (health: Health) => void Object.assign(health, { stackStatus: 'UPDATE_IN_PROGRESS' }),
    (health: Health) => void Object.assign(health, { stackStatus: 'DELETE_FAILED' }),
    (health: Health) => void Object.assign(health, { senders: 'other.org' }),
  ];
  const fixes: string[] = [];
  for (const breakIt of breaks) {
    const { checks } = await examine(breakIt);
    fixes.push(...checks.flatMap(({ fix }) => fix?.split('\n') ?? []));
  }
  const prefix = 'npm run -s postrider -- ';
  const commands = [...new Set(fixes)].filter((line) => line.startsWith(prefix)).sort();

  const here = '--stack postrider --region eu-central-1';
  expect(commands).toEqual(
    [
      `account set-plan acc_1 --plan pro ${here}`,
      'deploy --region eu-central-1',
      `destroy ${here}`,
      `doctor ${here}`,
      `template show stray --account acc_1 ${here}`,
      `template show welcome --account acc_1 ${here}`,
    ].map((words) => prefix + words),
  );
  for (const command of commands) {
    expect(await usageProblem(command.slice(prefix.length).split(' '))).toBe(null);
  }
});

const check = (status: CheckResult['status'], more: Partial<CheckResult> = {}): CheckResult => ({
  code: 'c',
  status,
  found: 'f',
  why: 'w',
  made: true,
  fix: [],
  ...more,
});

/** Parses a command without running it. Returns what is wrong with it, or null. */
async function usageProblem(words: string[]): Promise<string | null> {
  const program = await createProgram(() => {});
  const silence = (command: Command) => {
    command.action(() => {});
    command.commands.forEach(silence);
  };
  silence(program);
  try {
    program.parse(words, { from: 'user' });
    return null;
  } catch (error) {
    return String(error);
  }
}

test.each([
  [['ok', 'ok', 'skipped'], 'Nothing is broken, 2 good, 1 not applicable.'],
  [['ok', 'unknown'], 'Nothing is known to be broken, 1 good, 1 not known.'],
  [['broken', 'unknown'], '1 broken, 0 good, 1 not known.'],
] as const)('the report ends with a summary of %j', (given, summary) => {
  const checks = given.map((status) => check(status, { made: false }));

  expect(reportText(checks).split('\n').at(-1)).toBe(summary);
});

test('the report has one line for checks that lack the same, or with --all a line each', () => {
  const unmade = { made: false, found: 'No region is set' };
  const checks = [check('ok'), ...Array(4).fill(check('unknown', unmade))];

  expect(reportText(checks).split('\n').slice(0, 2)).toEqual([
    '✓ c  f',
    '? 4 checks could not be made: No region is set; --all lists them',
  ]);
  expect(reportText(checks, { all: true }).split('\n').slice(1, 3)).toEqual(
    Array(2).fill('? c  No region is set'),
  );
});

test('the report has one line for all checks that do not apply, or with --all a line each', () => {
  const checks = [check('ok'), check('skipped'), check('skipped')];

  const short = reportText(checks);
  const long = reportText(checks, { all: true });

  expect(short).toBe(
    '✓ c  f\n- 2 checks do not apply here; --all lists them\n\nNothing is broken, 1 good, 2 not applicable.',
  );
  expect(long).toBe('✓ c  f\n- c  f\n- c  f\n\nNothing is broken, 1 good, 2 not applicable.');
});

test('the report says that an essential check could not be made, and why', () => {
  const checks = [check('ok'), check('unknown', { essential: true, made: false })];

  const text = reportText(checks);

  expect(text.split('\n').slice(-2)).toEqual([
    'Nothing is known to be broken, 1 good, 1 not known.',
    'doctor could not read the deployment, so it ends with exit code 1: f.',
  ]);
});

test('doctor can read a stack that is being updated', async () => {
  const { exitCode, looked, unknown } = await examine((health) => {
    health.stackStatus = 'UPDATE_IN_PROGRESS';
  });

  expect({ exitCode, looked, unknown }).toEqual({
    exitCode: 0,
    looked: true,
    unknown: ['stack-not-ready'],
  });
});

test('the report has a mark for each check, the fix below what is broken, and a summary', async () => {
  patient.health = healthy(code);
  patient.health.bootstrap = null;

  const words = ['doctor', '--stack', 'postrider', '--region', region];
  const { exitCode, stdout } = await runHere(words, patient.environment);

  expect(exitCode).toBe(1);
  expect(stdout).toContain(`
✓ wrong-region               eu-central-1
✓ account-not-active         AWS has activated this account
✗ not-bootstrapped           The CDK is not bootstrapped in eu-central-1 of account 111122223333
    The CDK deploys with a bucket and roles that bootstrapping creates once for each region
    Bootstrap it, once:
      npx cdk bootstrap aws://111122223333/eu-central-1
✓ stack-not-ready            The stack postrider is UPDATE_COMPLETE
`);
  expect(stdout).toMatch(/\n\n1 broken, 33 good\.\n$/);
});
