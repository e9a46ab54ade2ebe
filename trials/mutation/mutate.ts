import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { type AreaName, areas } from './areas.ts';

/** The folders that the areas' tests need in the copy of the project. */
const needed = 'shared functions client cli local lib test trials templates docs bin'.split(' ');
const ignorePatterns = [
  '**',
  ...needed.map((folder) => `!${folder}/**`),
  ...['!package.json', '!cdk.json', '!zones.json', '**/node_modules/**'],
];

/** A change to the code, and its result. */
export type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** Mutates an area in a copy of the project, outside the checkout. */
export async function mutate(area: AreaName, concurrency: number): Promise<Mutant[]> {
  const { mutated, tests } = areas[area];
  process.env.MUTATION_TESTS = tests.join(',');
  const folder = await mkdtemp(join(tmpdir(), 'postrider-mutation-'));
  try {
    const stryker = new Stryker({
      mutate: [...mutated],
      ignorePatterns,
      concurrency,
      tempDirName: folder,
      packageManager: 'npm',
      plugins: [join(import.meta.dirname, 'test-runner.ts')],
      testRunner: 'plain',
      coverageAnalysis: 'perTest',
      disableTypeChecks: false,
      // TypeScript 7 lacks the API with which Stryker rewrites a tsconfig.json.
      tsconfigFile: 'none.json',
      // A mutant that never ends counts as noticed, but a test on a busy machine must not.
      timeoutMS: 60_000,
      dryRunTimeoutMinutes: 60,
      reporters: ['progress-append-only'],
      allowEmpty: false,
    });
    return await stryker.runMutationTest();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
