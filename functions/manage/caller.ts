import type { UserRecord } from '../../shared/adapters/tables/users-table.ts';
import type { ManageEvent } from './event.ts';
import { ProblemError } from './problem-error.ts';

/** Whose dashboard is asked. */
export interface Caller {
  accountId: string;
  /** Null where nobody signs in. */
  email: string | null;
}

/**
 * Who asks. On AWS nobody but Cognito's authorizer fills the context, and it has only `claims`: the
 * account is then the one of our own record of the user, read at every request, so that a removed
 * user is out with the next one.
 *
 * Throws the problems `signed_out` and `no_account`.
 */
export async function callerOf(
  { requestContext: { authorizer } }: ManageEvent,
  readUser: (sub: string) => Promise<UserRecord | null>,
): Promise<Caller> {
  if (authorizer?.accountId) return { accountId: authorizer.accountId, email: null };
  const sub = authorizer?.claims?.sub;
  if (!sub) throw new ProblemError('signed_out');
  const user = await readUser(sub);
  if (user === null) throw new ProblemError('no_account');
  return { accountId: user.accountId, email: user.email };
}
