/**
 * Stryker's test runner for this project: runs test files as `npm test` does, in plain Node, and each test by itself.
 * Stryker's own runner for Jest needs Jest's modules, which jest-light-runner does without.
 */
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { InstrumenterContext, MutantCoverage } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  type CompleteDryRunResult,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';

/** The state of jest-circus after it has loaded a test file. */
interface Test {
  type: 'test';
  name: string;
  mode: string | undefined;
  fn: () => unknown;
}
interface Block {
  type: 'describeBlock';
  name: string;
  children: (Block | Test)[];
  hooks: { type: string; fn: () => unknown }[];
}
interface Circus {
  resetState: () => void;
  getState: () => { rootDescribeBlock: Block };
}

const runnerOfJest = import.meta.resolve('jest-light-runner');
const context = (globalThis as { __stryker__?: InstrumenterContext }).__stryker__ ?? {};
(globalThis as { __stryker__?: InstrumenterContext }).__stryker__ = context;

class PlainRunner implements TestRunner {
  #circus: Circus | undefined;
  #files: string[] = [];
  #loads = 0;

  capabilities() {
    return { reloadEnvironment: false };
  }

  async dryRun(): Promise<DryRunResult> {
    const tests = await this.#run(undefined, false);
    return { status: DryRunStatus.Complete, tests, mutantCoverage: spread(tests) };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }: MutantRunOptions) {
    context.activeMutant = activeMutant.id;
    context.hitLimit = hitLimit;
    context.hitCount = hitLimit === undefined ? undefined : 0;
    const tests = await this.#run(testFilter && new Set(testFilter), !disableBail);
    const complete: CompleteDryRunResult = { status: DryRunStatus.Complete, tests };
    return toMutantRunResult(determineHitLimitReached(context.hitCount, hitLimit) ?? complete);
  }

  /** Runs these tests, by default all. With `bail` it stops after the first that fails. */
  async #run(wanted: ReadonlySet<string> | undefined, bail: boolean): Promise<TestResult[]> {
    const circus = await this.#start();
    const results: TestResult[] = [];
    for (const file of this.#files) {
      if (wanted && ![...wanted].some((id) => id.startsWith(`${file}#`))) continue;
      const root = await this.#load(circus, file);
      await new FileRun(file, wanted, bail, results).run(root);
      if (bail && results.some(({ status }) => status === TestStatus.Failed)) break;
    }
    return results;
  }

  /** Loads the modules of each run, and each test file once. Stryker calls code that runs now static. */
  async #start(): Promise<Circus> {
    if (this.#circus) return this.#circus;
    const circus = (await import('jest-circus')) as unknown as Circus;
    await import(new URL('global-setup.js', runnerOfJest).href);
    await import(resolve('test/runner/setup.ts'));
    this.#circus = circus;
    const paths = (process.env.MUTATION_TESTS ?? '').split(',');
    this.#files = paths.flatMap((path) =>
      globSync(path.endsWith('.ts') ? path : `${path}/**/*.test.ts`),
    );
    for (const file of this.#files) await this.#load(this.#circus, file, null);
    return this.#circus;
  }

  async #load(circus: Circus, file: string, id: string | null = loadOf(file)): Promise<Block> {
    circus.resetState();
    const path = `${resolve(file)}?${++this.#loads}`;
    const { expect } = globalThis as unknown as { expect: { setState: (state: object) => void } };
    expect.setState({ testPath: path });
    context.currentTestId = id ?? undefined;
    await import(path);
    context.currentTestId = undefined;
    return circus.getState().rootDescribeBlock;
  }
}

/** One run of a test file that was loaded. */
class FileRun {
  readonly #file: string;
  readonly #wanted: ReadonlySet<string> | undefined;
  readonly #bail: boolean;
  readonly #results: TestResult[];
  #position = 0;
  #hasFailed = false;

  constructor(
    file: string,
    wanted: ReadonlySet<string> | undefined,
    bail: boolean,
    results: TestResult[],
  ) {
    this.#file = file;
    this.#wanted = wanted;
    this.#bail = bail;
    this.#results = results;
  }

  async run(root: Block): Promise<void> {
    await this.#block(root, [], this.#ids(root));
  }

  /** The ids of the wanted tests of a block: the file, and the position of the test in it. */
  #ids(block: Block): Map<Test, string> {
    const ids = new Map<Test, string>();
    for (const child of block.children) {
      if (child.type === 'describeBlock')
        for (const [test, id] of this.#ids(child)) ids.set(test, id);
      else {
        const id = `${this.#file}#${this.#position++}`;
        const isWanted = child.mode !== 'skip' && (this.#wanted?.has(id) ?? true);
        if (isWanted) ids.set(child, id);
      }
    }
    return ids;
  }

  async #block(block: Block, above: Block[], ids: Map<Test, string>): Promise<void> {
    const inside = testsIn(block).filter((test) => ids.has(test));
    const [first] = inside;
    if (!first) return;
    const chain = [...above, block];
    const id = ids.get(first) ?? '';
    if (!(await this.#attempt(id, first.name, () => hooks('beforeAll', [block])))) return;
    for (const child of block.children) {
      if (this.#bail && this.#hasFailed) break;
      if (child.type === 'describeBlock') await this.#block(child, chain, ids);
      else if (ids.has(child)) await this.#test(child, chain, ids.get(child) ?? '');
    }
    await this.#attempt(id, first.name, () => hooks('afterAll', [block]));
  }

  async #test(test: Test, chain: Block[], id: string): Promise<void> {
    const startMs = performance.now();
    const passed = await this.#attempt(id, test.name, async () => {
      await hooks('beforeEach', chain);
      await test.fn();
    });
    const ended = await this.#attempt(id, test.name, () => hooks('afterEach', chain.toReversed()));
    if (!passed || !ended) return;
    const timeSpentMs = performance.now() - startMs;
    this.#results.push({ id, name: test.name, status: TestStatus.Success, timeSpentMs });
  }

  /** Whether `work` did not throw. If it did, the test has failed. */
  async #attempt(id: string, name: string, work: () => Promise<void>): Promise<boolean> {
    context.currentTestId = id;
    try {
      await work();
      return true;
    } catch (error) {
      this.#hasFailed = true;
      const failed = { id, name, status: TestStatus.Failed, timeSpentMs: 0 } as const;
      this.#results.push({ ...failed, failureMessage: String(error) });
      return false;
    } finally {
      context.currentTestId = undefined;
    }
  }
}

const loadOf = (file: string) => `load of ${file}`;

const testsIn = (block: Block): Test[] =>
  block.children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));

async function hooks(type: string, chain: Block[]): Promise<void> {
  for (const block of chain) {
    for (const hook of block.hooks) if (hook.type === type) await hook.fn();
  }
}

/** The coverage. Code that ran while a file was loaded counts for each test of the file. */
function spread(tests: readonly TestResult[]): MutantCoverage {
  const { static: outside, perTest } = context.mutantCoverage ?? { static: {}, perTest: {} };
  const ofTest = (id: string) => {
    const counts = { ...perTest[id] };
    const loaded = perTest[loadOf(id.split('#')[0] ?? '')] ?? {};
    for (const [mutant, count] of Object.entries(loaded))
      counts[mutant] = (counts[mutant] ?? 0) + count;
    return [id, counts] as const;
  };
  return { static: outside, perTest: Object.fromEntries(tests.map(({ id }) => ofTest(id))) };
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'plain', PlainRunner)];
