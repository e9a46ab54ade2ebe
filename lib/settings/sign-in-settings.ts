import { z } from 'zod';
import { roles } from '../../shared/people/roles.ts';
import { accountId } from './account-id.ts';

const text = z.string().min(1, 'must not be empty').max(2048, 'must have at most 2048 characters');
const address = z.string().regex(/^https:\/\/\S+$/, 'must be an https address');

const saml = z.strictObject({
  /** Where the identity provider shows its SAML metadata. */
  metadataUrl: address,
  /** The attribute with a person's groups. */
  groups: text.default('memberOf'),
  /** The attribute with a person's e-mail address. */
  email: text.default('http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'),
});

const oidc = z.strictObject({
  issuer: address,
  clientId: text,
  /** The ARN of a secret in Secrets Manager with the client's secret as its text. */
  secretArn: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[A-Za-z0-9/_+=.@-]+$/,
      'must be the ARN of a secret, like arn:aws:secretsmanager:eu-central-1:111122223333:secret:sso-Ab1cd2',
    ),
  /** The claim with a person's groups. */
  groups: text.default('groups'),
  /** The scopes to ask for: some providers tell groups only for one of their own. */
  scopes: z.array(text).default(['openid', 'email']),
});

const groupRole = z.strictObject({
  /** As the identity provider names it, or its id. */
  group: text,
  account: accountId,
  role: z.enum(roles),
});

/** How people sign in to the dashboard. */
export const signIn = z
  .strictObject({
    /** Whether each person with a password needs a second factor, an app that makes codes. */
    mfa: z.enum(['optional', 'required']).default('optional'),
    /** A SAML identity provider, such as Entra ID: `{"metadataUrl": "https://…", "groups": "memberOf"}`. */
    saml: saml.optional(),
    /** An OIDC identity provider: `{"issuer", "clientId", "secretArn", "groups"}`. */
    oidc: oidc.optional(),
    /** What the groups of the identity provider open: `[{"group": "Writers", "account": "acc_…", "role": "author"}]`. */
    roles: z.array(groupRole).max(50, 'must have at most 50 entries').default([]),
    /** Whether people may also sign in with a password, after `user invite`. */
    passwords: z.boolean().default(true),
  })
  .refine(({ saml, oidc }) => !(saml && oidc), 'must have only one of saml and oidc')
  .refine(
    ({ saml, oidc, roles, passwords }) => saml || oidc || (roles.length === 0 && passwords),
    'must have saml or oidc, which roles and "passwords": false need',
  )
  .prefault({});

export type SignInSettings = z.output<typeof signIn>;

/** Whether people may sign in at an identity provider. */
export const hasProvider = ({ saml, oidc }: SignInSettings) => Boolean(saml ?? oidc);
