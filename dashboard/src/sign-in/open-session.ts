import { type PageConfig, pageConfig } from '../../../functions/manage/contracts/page-config.ts';
import { accountHeaders, localSession, openSession } from './session.ts';

/** Null on AWS. */
export let inboxUrl: string | null = null;

export let environment: PageConfig['environment'];

/** False if the browser leaves to sign in: the page draws nothing. */
export async function findSession(): Promise<boolean> {
  const config = await readConfig();
  ({ inboxUrl, environment } = config);
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
  const body = await fetch('/config.json', { cache: 'no-store' })
    .then((answer) => answer.json())
    .catch((cause: unknown) => {
      throw new Error(
        'The network did not bring the page’s configuration, or answered in its place. Check the network, then try again.',
        { cause },
      );
    });
  const read = pageConfig.safeParse(body);
  if (read.success) return read.data;
  throw new Error('This page does not know the form of its configuration, config.json.');
}

const storageKey = 'postrider-account';

/** The account that `?account=ID` chose for this tab; null: the one that opens first. */
function chosenAccount(): string | null {
  const { pathname, search, hash } = location;
  const query = new URLSearchParams(search);
  const asked = query.get('account');
  if (asked !== null) {
    query.delete('account');
    const rest = query.size > 0 ? `?${query}` : '';
    history.replaceState(history.state, '', `${pathname}${rest}${hash}`);
    localStorage.setItem(storageKey, asked);
  }
  const chosen = asked ?? sessionStorage.getItem(storageKey) ?? localStorage.getItem(storageKey);
  // Stored even if it is the account that opens first: a choice in another tab must not change this tab.
  sessionStorage.setItem(storageKey, chosen ?? '');
  return chosen || null;
}

export function forgetAccount(): void {
  sessionStorage.removeItem(storageKey);
  localStorage.removeItem(storageKey);
}
