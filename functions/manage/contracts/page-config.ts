import * as z from 'zod/mini';

/** `GET /config.json`, beside the page: what the page must know before it can ask anything. */
export const pageConfig = z.object({
  /** Null: nobody signs in, as on one's own machine. */
  signIn: z.nullable(
    z.object({
      /** An OIDC issuer: its `/.well-known/openid-configuration` tells the rest. */
      issuer: z.string(),
      clientId: z.string(),
      /** Cognito has no `end_session_endpoint`: where to send a browser to sign out; null elsewhere. */
      logoutUrl: z.nullable(z.string()),
    }),
  ),
  /** The page of the local inbox; null where there is none. */
  inboxUrl: z.nullable(z.string()),
});

export type PageConfig = z.output<typeof pageConfig>;
