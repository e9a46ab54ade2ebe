import { ManageError } from '../../shared/manage/manage-error.ts';
import type { Deployment } from './deployment.ts';

/** POSTRIDER_API_KEY, else the local run's first key. `create`: the command that makes one. @throws {ManageError} */
export function apiKeyOf({ localKey }: Deployment, create: string): string {
  const key = process.env.POSTRIDER_API_KEY || localKey;
  if (key === undefined) {
    throw new ManageError(
      `An API key is missing: set POSTRIDER_API_KEY to a key of the account; ${create} makes one`,
    );
  }
  if (/^[!-~]+$/.test(key)) return key;
  throw new ManageError('POSTRIDER_API_KEY is not an API key: it has a space or another sign');
}
