/** Who asks. There is one, from the moment the page has read its configuration. */
export interface Session {
  /** What every request carries. */
  headers: () => Headers;
  /** The service no longer knows us: somebody has to sign in again. */
  ended: () => void;
  /** Tells when `ended` was called; the result stops the telling. */
  onEnded: (listener: () => void) => () => void;
  /** Null where nobody signs in. */
  user: { email: string } | null;
  /** Signs in again without leaving the page, in a window of its own. */
  renew: () => Promise<void>;
  signOut: () => Promise<void>;
}

let session: Session | null = null;

export function openSession(opened: Session): void {
  session = opened;
}

export function currentSession(): Session {
  if (!session) throw new Error('The page asked before it had read its configuration');
  return session;
}

/**
 * On one's own machine nobody signs in; `?account=ID` names an account other than the demo's, for
 * as long as this tab is open.
 */
export function localSession(accountId: string | null): Session {
  return {
    headers: () => new Headers(accountId ? [['x-postrider-account', accountId]] : []),
    ended: () => {},
    onEnded: () => () => {},
    user: null,
    renew: async () => {},
    signOut: async () => {},
  };
}
