/**
 * Jest's runner for this project. As jest-light-runner does, it runs test files in plain Node, in processes that keep their
 * modules; the work in a process is that package's. The package's own pool can lose the message with which it configures a
 * process: it answers all processes when one asks, even processes that do not listen yet. Here each task contains the
 * configuration.
 */
import type { Config } from '@jest/types';
import { Tinypool } from 'tinypool';

interface Test {
  path: string;
  context: { config: Config.ProjectConfig };
}

/** The data that a process gets for each test file. */
export interface Task {
  path: string;
  configs: {
    globalConfig: Config.GlobalConfig;
    projectConfig: Config.ProjectConfig;
    runtime: 'child_process';
  };
}

export default class PlainRunner {
  readonly #globalConfig: Config.GlobalConfig;

  constructor(globalConfig: Config.GlobalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(
    tests: readonly Test[],
    watcher: { isInterrupted: () => boolean },
    onStart: (test: Test) => Promise<void>,
    onResult: (test: Test, result: unknown) => Promise<void>,
    onFailure: (test: Test, error: unknown) => Promise<void>,
  ): Promise<void> {
    const count = Math.min(this.#globalConfig.maxWorkers, tests.length);
    const filename = new URL('worker.ts', import.meta.url).href;
    const pool = new Tinypool({
      ...{ filename, runtime: 'child_process', minThreads: count, maxThreads: count },
      env: process.env as Record<string, string>,
    });
    const waiting = [...tests];
    const runNext = async (): Promise<void> => {
      const test = waiting.shift();
      if (!test || watcher.isInterrupted()) return;
      await onStart(test);
      await pool.run(this.#taskOf(test)).then(
        (result) => onResult(test, result),
        (error) => onFailure(test, error),
      );
      return runNext();
    };
    await Promise.all(Array.from({ length: count }, runNext));
    await pool.destroy();
  }

  #taskOf({ path, context }: Test): Task {
    const globalConfig = this.#globalConfig;
    return {
      path,
      configs: { globalConfig, projectConfig: context.config, runtime: 'child_process' },
    };
  }
}
