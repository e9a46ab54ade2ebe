import { type PageConfig, pageConfig } from '../../../functions/manage/contracts/page-config.ts';
import { chosenAccount, forgetAccount } from './chosen-account.ts';
import { accountHeaders, localSession, openSession } from './session.ts';

/** The address of the local inbox; null on AWS. */
export let inboxUrl: string | null = null;

/**
 * Reads the dashboard's configuration and opens the session. Returns false if the browser is leaving for the
 * sign-in page; then the dashboard must draw nothing.
 */
export async function findSession(): Promise<boolean> {
  const config = await readConfig();
  inboxUrl = config.inboxUrl;
  if (!config.signIn) {
    openSession(localSession(chosenAccount()));
    return true;
  }
  const { oidcSession } = await import('./oidc-session.ts');
  const session = await oidcSession(config.signIn, {
    headers: () => accountHeaders(chosenAccount()),
    forget: forgetAccount,
  });
  if (session) openSession(session);
  return session !== null;
}

async function readConfig(): Promise<PageConfig> {
  const answer = await fetch('/config.json', { cache: 'no-store' });
  const read = pageConfig.safeParse(await answer.json().catch(() => null));
  if (read.success) return read.data;
  throw new Error('This page does not know the form of its configuration, config.json.');
}
