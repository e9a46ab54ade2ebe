import { runInNewContext } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import fc from 'fast-check';
import { loadPattern } from '../../../../shared/engine/flow/pattern.ts';
import { expect, test } from '../../../jest.ts';

async function search(source: string, text: string): Promise<boolean> {
  const pattern = await loadPattern(source);
  if (!pattern.ok) throw new Error(pattern.problem);
  return pattern.search(text);
}

test.each([
  ['(a', 'missing closing ): `(a`'],
  ['a{1001}', 'invalid repeat count: `{1001}`'],
  ['\\1', 'invalid escape sequence: `\\1`'],
  ['a\\', 'trailing backslash at end of expression'],
])('the pattern %s does not compile, and says why', async (source, problem) => {
  expect(await loadPattern(source)).toEqual({ ok: false, problem });
});

const piece = fc.constantFrom(
  ...['a', 'b', '.', '[ab]', '[^a]', '(a|b)', 'ab*', '(?:ba)+', 'b?', '^', '$'],
);

test('a pattern finds what JavaScript’s own expressions find', async () => {
  const source = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });

  await fc.assert(
    fc.asyncProperty(source, text, async (pattern, value) => {
      expect(await search(pattern, value)).toBe(new RegExp(pattern).test(value));
    }),
    { numRuns: 300 },
  );
});

test('a pattern gives the number of its RE2 instructions', async () => {
  const sizes = await Promise.all(
    ['^[A-Z]{3}$', 'a{1000}', '(a?){1000}'].map(async (source) => {
      const pattern = await loadPattern(source);
      return pattern.ok ? pattern.instructions : null;
    }),
  );

  expect(sizes).toEqual([7, 1002, 4002]);
});

test('patterns stay correct when large ones push out others', async () => {
  const sources = Array.from({ length: 40 }, (_, at) => `^(a?){${1000 - at}}b$`);
  const rounds = [...sources, '^b$', ...sources];

  const found = await Promise.all(rounds.map((source) => search(source, 'b')));

  expect(found.every(Boolean)).toBe(true);
});

test('patterns stay correct when more are in use than are kept', async () => {
  const letters = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index));
  const rounds = [...letters, ...letters.toReversed(), ...letters];

  const found = await Promise.all(rounds.map((letter) => search(letter, letter)));
  const missed = await Promise.all(rounds.map((letter) => search(letter, 'x')));

  expect([found.every(Boolean), missed.some(Boolean)]).toEqual([true, false]);
});

/** Takes the place of the engine in a bundle and notes that its code ran. */
const markedEngine: Plugin = {
  name: 'marked-engine',
  setup(bundling) {
    bundling.onResolve({ filter: /^re2js$/ }, ({ path }) => ({ path, namespace: 'marked' }));
    bundling.onLoad({ filter: /./, namespace: 'marked' }, () => ({
      contents: `ran.push('engine');
        export const RE2JS = { compile: () => ({ test: () => true, programSize: () => 1 }) };
        export class RE2JSException extends Error {}`,
    }));
  },
};

test('a bundle evaluates re2js only with the first pattern', async () => {
  const { outputFiles } = await build({
    entryPoints: ['shared/engine/flow/pattern.ts'],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
    plugins: [markedEngine],
  });
  const ran: string[] = [];
  const bundle = { exports: {} as typeof import('../../../../shared/engine/flow/pattern.ts') };

  runInNewContext(outputFiles[0]?.text ?? '', { ran, module: bundle });
  ran.push('bundle');
  await bundle.exports.loadPattern('a');
  await bundle.exports.loadPattern('b');

  expect(ran).toEqual(['bundle', 'engine']);
});
