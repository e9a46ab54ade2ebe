import type { Account } from '../../../functions/manage/contracts/account.ts';
import { inboxUrl } from '../sign-in/open-session.ts';

/** The reader's own address; in a local run, one of the inbox. */
export function readersAddress({ user }: Account): string {
  return user?.email ?? (inboxUrl ? 'you@inbox.example.com' : '');
}
