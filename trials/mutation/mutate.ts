import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { type AreaName, areas } from './areas.ts';

/** What a copy of the project needs for the tests of the areas; the rest would only be copied. */
const needed = [
  'shared',
  'functions',
  'local',
  'lib',
  'test',
  'fuzz',
  'mutation',
  'templates',
  'docs',
];
const ignorePatterns = [
  '**',
  ...needed.map((folder) => `!${folder}/**`),
  ...['!package.json', '!jest.config.js', '!cdk.json'],
];

/** A change to the code, and what became of it. */
export type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** Mutates an area in a copy of the project outside of it, and gives what became of each mutant. */
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
      testRunner: 'jest',
      testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      coverageAnalysis: 'perTest',
      disableTypeChecks: false,
      // TypeScript 7 has not the API that Stryker would rewrite a tsconfig.json with.
      tsconfigFile: 'none.json',
      jest: {
        projectType: 'custom',
        configFile: 'trials/mutation/jest.config.js',
        enableFindRelatedTests: true,
      },
      // A mutant that never ends is as good as noticed, and a busy machine is no such mutant.
      timeoutMS: 60_000,
      // Each run loads its modules anew, and jest lets none of them go.
      maxTestRunnerReuse: 40,
      reporters: ['progress-append-only'],
      allowEmpty: false,
    });
    return await stryker.runMutationTest();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
