import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { PageConfig } from '../../../functions/manage/contracts/page-config.ts';
import type { Session } from './session.ts';

const callbackPath = '/callback';

// Passed in, because the page's script waits until this file is loaded, so this file must not wait for the page's.
interface AccountChoice {
  /** Called once, after the sign-in has restored the address. */
  headers: () => [string, string][];
  forget: () => void;
}

/** Signs in by OIDC with PKCE. Tokens are only in memory. Returns null if the browser is leaving for the issuer. */
export async function oidcSession(
  config: NonNullable<PageConfig['signIn']>,
  account: AccountChoice,
): Promise<Session | null> {
  const users = new UserManager({
    authority: config.issuer,
    client_id: config.clientId,
    redirect_uri: `${location.origin}${callbackPath}`,
    popup_redirect_uri: `${location.origin}${callbackPath}`,
    scope: 'openid email',
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    // The PKCE verifier has to survive the redirect to the issuer and back.
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    // With the refresh token: an issuer that refuses frames allows no other silent renewal.
    automaticSilentRenew: true,
  });
  if (location.pathname === callbackPath && window.opener) await users.signinPopupCallback();
  else if (location.pathname === callbackPath) {
    const { state } = await users.signinRedirectCallback();
    history.replaceState(null, '', pathIn(state) ?? '/');
  }
  if (!(await users.getUser())) {
    await users.signinRedirect({ state: { path: location.pathname + location.search } });
    return null;
  }
  return sessionOf(users, config, account);
}

/** Accepts only a path of this site: a forged state must not lead to another site. */
function pathIn(state: unknown): string | null {
  const path = typeof state === 'object' && state !== null && 'path' in state ? state.path : null;
  return typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : null;
}

async function sessionOf(
  users: UserManager,
  { clientId, logoutUrl }: NonNullable<PageConfig['signIn']>,
  account: AccountChoice,
): Promise<Session> {
  const user = await users.getUser();
  let token = user?.access_token;
  users.events.addUserLoaded((loaded) => {
    token = loaded.access_token;
  });
  let onEnded = () => {};
  const ofAccount = account.headers();
  return {
    headers: () =>
      new Headers([
        ...ofAccount,
        ...(token ? [['authorization', `Bearer ${token}`] as [string, string]] : []),
      ]),
    ended: () => onEnded(),
    onEnded: (listener) => {
      onEnded = listener;
    },
    user: { email: user?.profile.email ?? 'signed in' },
    renew: async () => {
      token = (await users.signinPopup()).access_token;
    },
    signOut: async () => {
      account.forget();
      await users.removeUser();
      if (!logoutUrl) return users.signoutRedirect();
      const query = new URLSearchParams({ client_id: clientId, logout_uri: `${location.origin}/` });
      location.assign(`${logoutUrl}?${query}`);
    },
  };
}
