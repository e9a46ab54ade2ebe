import { join } from 'node:path';
import { type Deployment, readDeployment } from '../../../local/deployment-file.ts';
import { askFor } from '../../offer/ask.ts';

export const dataFolder = await askFor('run');

export const deployment: Deployment = readShared();

function readShared(): Deployment {
  const found = readDeployment(join(dataFolder, 'deployment.json'));
  if (!found) throw new Error(`The shared local run wrote no deployment.json in ${dataFolder}`);
  return found;
}
