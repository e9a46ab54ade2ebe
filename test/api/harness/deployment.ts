import { join } from 'node:path';
import { type Deployment, readDeployment } from '../../../local/deployment-file.ts';
import { runVariable } from '../run/variable.ts';

/** The data folder of the local run that all test files share. */
export const dataFolder = process.env[runVariable] ?? noRun();

/** The `deployment.json` of that run. */
export const deployment: Deployment =
  readDeployment(join(dataFolder, 'deployment.json')) ?? noRun();

function noRun(): never {
  throw new Error(
    'No local run was started: run this test in the project "api" of vitest.config.ts, whose setup starts one',
  );
}
