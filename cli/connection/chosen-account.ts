import { chosenAccount } from '../../shared/manage/accounts.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { environmentSettings } from './environment.ts';

interface Standing {
  id: string;
  /** Where the user has written it. */
  source: string;
}

/** `id`, else POSTRIDER_ACCOUNT (not with `ownDeployment`), else the setting, else the only one. @throws {ManageError} */
export async function accountFor(
  ports: ManagePorts,
  id: string | undefined,
  { environment, ownDeployment = false }: { environment?: string; ownDeployment?: boolean },
): Promise<string> {
  const standing = id === undefined ? standingAccount(environment, ownDeployment) : null;
  if (standing === null) return chosenAccount(ports, id);
  try {
    return await chosenAccount(ports, standing.id);
  } catch (error) {
    if (!(error instanceof ManageError)) throw error;
    const hint = `${standing.source} names it, and account list shows the accounts`;
    throw new ManageError(error.message, error.details, { code: error.code, hint, cause: error });
  }
}

function standingAccount(environment: string | undefined, ownDeployment: boolean): Standing | null {
  const named = process.env.POSTRIDER_ACCOUNT;
  if (named && !ownDeployment) return { id: named, source: 'POSTRIDER_ACCOUNT' };
  if (environment === undefined) return null;
  const { postriderAccount: id } = environmentSettings(environment);
  return id === undefined ? null : { id, source: 'postriderAccount in the settings' };
}
