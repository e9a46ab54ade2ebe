import { join } from 'node:path';
import { type Deployment, readDeployment } from '../../../local/deployment-file.ts';
import { runVariable } from '../run/variable.ts';

/** The data folder of the local run that all test files share. */
export const dataFolder = await askForRun();

/** The `deployment.json` of that run. */
export const deployment: Deployment = readShared();

async function askForRun(): Promise<string> {
  const address = process.env[runVariable];
  if (!address) throw new Error('No local run is offered: run this test with Jest');
  const response = await fetch(address);
  const answer = await response.text();
  if (!response.ok) throw new Error(`The shared local run did not start: ${answer}`);
  return answer;
}

function readShared(): Deployment {
  const found = readDeployment(join(dataFolder, 'deployment.json'));
  if (!found) throw new Error(`The shared local run wrote no deployment.json in ${dataFolder}`);
  return found;
}
