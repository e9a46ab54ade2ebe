import { ManageError } from '../../shared/manage/manage-error.ts';
import type { Deployment } from './deployment.ts';

/** The address of a deployment's doors, without a slash at the end. @throws {ManageError} if it has none */
export function doorsUrlOf({ doorsUrl }: Deployment): string {
  if (doorsUrl) return doorsUrl;
  throw new ManageError(
    'This deployment has no doors: set "doors": true in its settings and deploy',
  );
}
