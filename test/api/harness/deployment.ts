import { join } from 'node:path';
import { type Deployment, readDeployment } from '../../../local/deployment-file.ts';
import { runVariable } from '../run/variable.ts';

/** The data folder of the local run that all test files share. */
export const dataFolder = process.env[runVariable] ?? noRun();

/** What that run tells of itself. */
export const deployment: Deployment =
  readDeployment(join(dataFolder, 'deployment.json')) ?? noRun();

function noRun(): never {
  throw new Error(
    'No local run was started: the setup of the project "api" in vitest.config.ts is',
  );
}
