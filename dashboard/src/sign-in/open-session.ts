import { pageConfig } from '../../../functions/manage/contracts/page-config.ts';
import { localSession, openSession } from './session.ts';

const accountKey = 'postrider-account';

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
  const session = await oidcSession(config.signIn);
  if (session) openSession(session);
  return session !== null;
}

async function readConfig() {
  try {
    return pageConfig.parse(await (await fetch('/config.json', { cache: 'no-store' })).json());
  } catch (cause) {
    throw new Error(
      'The network did not bring the page’s configuration, or answered in its place. Check the network, then try again.',
      { cause },
    );
  }
}

/** The account that `?account=` chose. Stored for the tab, because links drop the query. */
function chosenAccount(): string | null {
  const chosen = new URLSearchParams(location.search).get('account');
  if (chosen !== null) sessionStorage.setItem(accountKey, chosen);
  return sessionStorage.getItem(accountKey) || null;
}
