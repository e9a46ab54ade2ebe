/**
 * The imports of test files: Jest's functions, and a time limit for each test and each hook. The runner puts Jest's
 * functions into the global scope, and ignores their time limits.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type * as Globals from '@jest/globals';
import { atEndOfFile, endFile } from './end-of-file.ts';
import { testLimitMs, withinLimit } from './patience.ts';
import { watch } from './runner/watch.ts';

type Define<Row extends readonly unknown[] = []> = (
  title: string,
  body: (...row: Row) => unknown,
) => void;

type Mutable<Row> = { -readonly [Place in keyof Row]: Row[Place] };

interface Each {
  <Row extends unknown[] | [unknown]>(rows: readonly Row[]): Define<Row>;
  <Row extends readonly unknown[]>(rows: readonly Row[]): Define<Mutable<Row>>;
  <Row>(rows: readonly Row[]): Define<[Row]>;
}

type Defining = Define & { each: Each };

const globals = globalThis as unknown as typeof Globals;
export const { expect, jest } = globals;

let file: string | undefined;

/** Jest's functions. A file's first call registers the end of the file. */
function ofJest(): typeof Globals {
  const { testPath } = expect.getState();
  if (testPath !== file) {
    file = testPath;
    globals.afterAll(endFile);
  }
  return globals;
}

const cleanups = new AsyncLocalStorage<(() => unknown)[]>();

/** Runs `cleanup` after the running test, even if the test fails. The last registered runs first. */
export function onTestFinished(cleanup: () => unknown): void {
  const registered = cleanups.getStore();
  if (!registered) throw new Error('onTestFinished was called while no test ran');
  registered.push(cleanup);
}

/** Gives a test's or a hook's function its time limit. Jest sees no parameter, so that it waits for no callback. */
const limited =
  <Row extends readonly unknown[]>(title: string, body: (...row: Row) => unknown) =>
  (...row: Row) =>
    cleanups.run([], async () => {
      watch(title);
      try {
        await withinLimit(title, testLimitMs, async () => body(...row));
      } finally {
        try {
          for (const cleanup of cleanups.getStore()?.reverse() ?? []) await cleanup();
        } finally {
          watch(null);
        }
      }
    });

/** A way to define tests or blocks of tests, and its `each`. `prepare` changes their functions. */
function defining(
  define: () => Defining,
  prepare: <Row extends readonly unknown[]>(
    title: string,
    body: (...row: Row) => unknown,
  ) => (...row: Row) => unknown,
): Defining {
  const plain: Define = (title, body) => define()(title, prepare(title, body));
  const each: Each =
    <Row>(rows: readonly Row[]) =>
    (title: string, body: (...row: never[]) => unknown) =>
      define().each(rows as never)(title, prepare(title, body) as never);
  return Object.assign(plain, { each });
}

const tests = (mode?: 'skip' | 'only') =>
  defining(() => (mode ? ofJest().test[mode] : ofJest().test) as unknown as Defining, limited);
const blocks = (mode?: 'skip' | 'only') =>
  defining(
    () => (mode ? ofJest().describe[mode] : ofJest().describe) as unknown as Defining,
    (_, body) => body,
  );

/** The concurrent tests that the present file has defined and that have not begun. */
const waiting: (() => unknown)[] = [];

/** Defines a test that mostly waits. The first concurrent test of a file that runs starts all of them. */
const concurrent: Define = (title, body) => {
  const run = limited(title, body);
  let outcome: Promise<void> | undefined;
  const start = () => {
    outcome ??= run();
    // Jest waits for each outcome later: until then a rejection must not end the process.
    outcome.catch(() => undefined);
    return outcome;
  };
  if (waiting.push(start) === 1) atEndOfFile(() => waiting.splice(0));
  ofJest().test(title, () => {
    for (const begin of waiting.splice(0)) begin();
    return start();
  });
};

export const test = Object.assign(tests(), {
  skip: tests('skip'),
  only: tests('only'),
  concurrent,
});
export const describe = Object.assign(blocks(), { skip: blocks('skip'), only: blocks('only') });

type Hook = 'beforeAll' | 'beforeEach' | 'afterEach';
const hook = (name: Hook) => (body: () => unknown) => ofJest()[name](limited(name, body));
export const beforeAll = hook('beforeAll');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');
/** Runs before the ends that were registered earlier, so that a file's folder is still there. Not for a `describe`. */
export const afterAll = (body: () => unknown): void => {
  ofJest();
  atEndOfFile(limited('afterAll', body));
};
