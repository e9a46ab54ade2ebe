import * as z from 'zod/mini';

/** `GET /config.json`: what the page reads before its first request. */
export const pageConfig = z.object({
  /** Null: without sign-in, as in a local run. */
  signIn: z.nullable(
    z.object({
      /** An OIDC issuer; its `/.well-known/openid-configuration` has the rest. */
      issuer: z.string(),
      clientId: z.string(),
      /** Where a browser signs out of Cognito, which has no `end_session_endpoint`; else null. */
      logoutUrl: z.nullable(z.string()),
    }),
  ),
  /** The page of the local inbox; null on AWS. */
  inboxUrl: z.nullable(z.string()),
  /** Absent if the settings have no environments. */
  environment: z.optional(
    z.object({
      name: z.string(),
      /** The other environments whose dashboards have a name of their own. */
      others: z.array(z.object({ name: z.string(), url: z.string() })),
    }),
  ),
});

export type PageConfig = z.output<typeof pageConfig>;
