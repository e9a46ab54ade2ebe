/** Exists once the page has read its configuration. */
export interface Session {
  headers: () => Headers;
  ended: () => void;
  onEnded: (listener: () => void) => void;
  /** Null without sign-in. */
  user: { email: string } | null;
  /** In a separate window, without leaving the page. */
  renew: () => Promise<void>;
  signOut: () => Promise<void>;
}

let session: Session | null = null;

export function openSession(opened: Session): void {
  session = opened;
}

export function currentSession(): Session {
  if (!session) throw new Error('The page made a request before it had read its configuration');
  return session;
}

/** No sign-in. Without an account, requests are for the demo account. */
export function localSession(accountId: string | null): Session {
  return {
    headers: () => new Headers(accountHeaders(accountId)),
    ended: () => {},
    onEnded: () => {},
    user: null,
    renew: async () => {},
    signOut: async () => {},
  };
}

export const accountHeaders = (accountId: string | null): [string, string][] =>
  accountId === null ? [] : [['x-postrider-account', accountId]];
