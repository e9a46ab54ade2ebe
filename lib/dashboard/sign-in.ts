import { Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  ClientAttributes,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import type { PageConfig } from '../../functions/manage/contracts/page-config.ts';

export interface SignInProps {
  /** Where the page is served, without a slash at the end. */
  pageUrl: string;
  deletionProtection: boolean;
}

/** Who may sign in to the dashboard: the people whom the CLI has invited, and nobody else. */
export class SignIn extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;
  private readonly pageUrl: string;

  constructor(scope: Construct, id: string, { pageUrl, deletionProtection }: SignInProps) {
    super(scope, id);
    this.pageUrl = pageUrl;
    this.pool = this.userPool(deletionProtection);
    this.client = this.pageClient();
    this.pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: domainPrefix(this) },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    // Without a style, Cognito's own will do, these pages say that they are not available.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.pool.userPoolId,
      clientId: this.client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
  }

  /** What the page must know to send a browser to sign in, and to sign out. */
  get config(): PageConfig['signIn'] {
    const { region } = Stack.of(this);
    const clientId = this.client.userPoolClientId;
    const leave = `client_id=${clientId}&logout_uri=${this.pageUrl}/`;
    return {
      issuer: `https://cognito-idp.${region}.amazonaws.com/${this.pool.userPoolId}`,
      clientId,
      logoutUrl: `${signInOrigin(this)}/logout?${leave}`,
    };
  }

  private userPool(deletionProtection: boolean): UserPool {
    return new UserPool(this, 'Users', {
      // A name need not be its alone; it tells people which deployment a pool was of that was kept.
      userPoolName: Stack.of(this).stackName,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // A changed address counts when it is proven; until then the old one does.
      keepOriginal: { email: true },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(7),
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      userInvitation: {
        emailSubject: 'Your invitation to postrider',
        emailBody: `You have been invited to the postrider dashboard: <a href="${this.pageUrl}/">${this.pageUrl}/</a><br><br>User name: {username}<br>Temporary password, for seven days: {####}`,
      },
      // The plan with these sign-in pages; the first 10,000 users of a month cost nothing.
      featurePlan: FeaturePlan.ESSENTIALS,
      deletionProtection,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  /** A page keeps no secret, so it has none: a code is worth something only to whoever asked (PKCE, RFC 7636). */
  private pageClient(): UserPoolClient {
    return this.pool.addClient('Page', {
      generateSecret: false,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [`${this.pageUrl}/callback`],
        logoutUrls: [`${this.pageUrl}/`],
      },
      authFlows: { userSrp: true },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      readAttributes: new ClientAttributes().withStandardAttributes({
        email: true,
        emailVerified: true,
      }),
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.minutes(30),
      idTokenValidity: Duration.minutes(30),
      // A working day; a page that was closed asks anew, since it keeps no token.
      refreshTokenValidity: Duration.hours(12),
    });
  }
}

/** Where Cognito's pages are: the browser goes there, and the page asks there for its tokens. */
export function signInOrigin(scope: Construct): string {
  return `https://${domainPrefix(scope)}.auth.${Stack.of(scope).region}.amazoncognito.com`;
}

/** All that the page may ask, besides what it comes from: the issuer's documents, and the tokens. */
export function signInOrigins(scope: Construct): string[] {
  return [`https://cognito-idp.${Stack.of(scope).region}.amazonaws.com`, signInOrigin(scope)];
}

/**
 * The prefix is taken once in a region, by whoever comes first: so it holds the stack's own UUID,
 * which stays as long as the stack does. `arn:…:stack/<name>/<uuid>`
 */
function domainPrefix(scope: Construct): string {
  return `postrider-${Fn.select(2, Fn.split('/', Stack.of(scope).stackId))}`;
}
