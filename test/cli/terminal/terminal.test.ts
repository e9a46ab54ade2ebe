import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { canAnimate, wantsColour } from '../../../cli/terminal/terminal.ts';
import { safeText } from '../../../cli/terminal/text.ts';
import { progressOn } from '../../../local/progress.ts';
import { expect, test } from '../../jest.ts';

delete process.env.NO_COLOR;

/** The output of a process with this code on stdout or stderr. */
async function writtenBy(code: string, into: 'stdout' | 'stderr', environment: object) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { PATH: process.env.PATH, TERM: 'xterm', ...environment },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr }[into];
}

/** A stream that claims to be a terminal of this width. */
function terminal(columns: number | undefined) {
  const stream = new PassThrough();
  const moves = {
    cursorTo: () => stream.write('\u001B[1G'),
    clearLine: () => stream.write('\u001B[2K'),
    moveCursor: () => true,
    getColorDepth: () => 8,
  };
  Object.assign(stream, { isTTY: true, columns, rows: 24, ...moves });
  return stream as unknown as NodeJS.WriteStream & PassThrough;
}

/** The output of a step, a line and the end of all steps. */
function written(stream: NodeJS.WriteStream & PassThrough): string {
  const progress = progressOn(stream);
  progress.step('Starting');
  progress.note('A line');
  progress.end();
  return String(stream.read() ?? '');
}

test.each([0, undefined])('a terminal of %s columns gets plain lines', (columns) => {
  expect(written(terminal(columns))).toBe('Starting\nA line\n');
});

test.each([
  [{ isTTY: true, columns: 80 }, true],
  [{ isTTY: true, columns: 0 }, false],
  [{ isTTY: false, columns: 80 }, false],
])('%j can be overwritten: %s', (screen, can) => {
  expect(canAnimate(screen)).toBe(can);
});

test.each([
  [{}, true],
  [{ NO_COLOR: '' }, true],
  [{ NO_COLOR: '1' }, false],
])('%j decides about colours: %s', (environment, wanted) => {
  expect(wantsColour(environment)).toBe(wanted);
});

/** A process whose stdout claims to be a terminal, with forced colours unless `NO_COLOR` is set. */
const spinning = `
  import { progressOn } from './local/progress.ts';
  Object.assign(process.stdout, { isTTY: true, columns: 80 });
  for (const move of ['cursorTo', 'clearLine', 'moveCursor']) process.stdout[move] = () => true;
  const progress = progressOn(process.stdout);
  progress.step('Starting');
  progress.end();
`;

test.each([
  ['coloured', {}, true],
  ['plain where NO_COLOR is set', { NO_COLOR: '1' }, false],
])('the spinner is %s', async (_, environment, coloured) => {
  const written = await writtenBy(spinning, 'stdout', { FORCE_COLOR: '1', ...environment });

  expect(written).toMatch(/. Starting/);
  expect(written.includes('\u001B[36m')).toBe(coloured);
});

/** A process whose stdout claims to be a terminal with colours, and whose stderr is a terminal or a pipe. */
const talking = (json: boolean, stderr: object) => `
  import { styleText } from 'node:util';
  import { openTerminal } from './cli/terminal/dialog.ts';
  const screen = { isTTY: true, columns: 80, getColorDepth: () => 8 };
  Object.assign(process.stdout, screen);
  Object.assign(process.stderr, ${JSON.stringify(stderr)}.isTTY ? screen : {});
  for (const move of ['cursorTo', 'clearLine', 'moveCursor']) process.stderr[move] = () => true;
  const terminal = await openTerminal({ json: ${json} });
  terminal.line(styleText('green', 'The plan'));
`;

test.each([
  ['a terminal gets colours', false, { isTTY: true }, true, true],
  ['with --json the spinner has none', true, { isTTY: true }, true, false],
  ['a pipe gets none, although stdout is a terminal', false, {}, false, false],
])('what a command says on stderr: %s', async (_, json, stderr, line, spinner) => {
  const forced = spinner || json ? { FORCE_COLOR: '1' } : {};

  const said = await writtenBy(talking(json, stderr), 'stderr', forced);

  expect(said).toContain('The plan');
  expect(said.includes('\u001B[32mThe plan')).toBe(line);
  expect(said.includes('\u001B[36m')).toBe(spinner);
});

test('at a terminal a text shows its control characters and keeps its direction', () => {
  const { isTTY } = process.stdout;
  const shown = [true, false].map((isTerminal) => {
    process.stdout.isTTY = isTerminal;
    return safeText('\u001b[31m\t\u202efdp.exe');
  });
  process.stdout.isTTY = isTTY;

  expect(shown).toEqual(['␛[31m\t\ufffdfdp.exe', '\u001b[31m\t\u202efdp.exe']);
});
