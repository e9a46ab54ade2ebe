import { Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  ClientAttributes,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  StringAttribute,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { PageConfig } from '../../functions/manage/contracts/page-config.ts';
import type { SignInSettings } from '../settings/sign-in-settings.ts';
import { addIdentityProvider } from './identity-provider.ts';

export interface SignInProps {
  /** Where the page is served, without a slash at the end. */
  pageUrl: string;
  deletionProtection: boolean;
  settings: SignInSettings;
  /** Puts the groups of an identity provider into tokens; undefined without one. */
  tokens: IFunction | undefined;
}

/** The sign-in of the dashboard: only users whom the CLI has invited may sign in. */
export class SignIn extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;
  private readonly pageUrl: string;

  constructor(scope: Construct, id: string, props: SignInProps) {
    super(scope, id);
    this.pageUrl = props.pageUrl;
    this.pool = this.userPool(props);
    this.client = this.pageClient(props);
    this.pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: domainPrefix(this) },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    // Cognito serves these sign-in pages only if they have a style; Cognito's own style is enough.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.pool.userPoolId,
      clientId: this.client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
  }

  /** The page's configuration for signing in and out. */
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

  private userPool({ deletionProtection, settings, tokens }: SignInProps): UserPool {
    return new UserPool(this, 'Users', {
      // The name need not be unique. After the stack is deleted, it shows which deployment the pool belonged to.
      userPoolName: Stack.of(this).stackName,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // The old address stays valid until the user has confirmed the new one.
      keepOriginal: { email: true },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(7),
      },
      mfa: settings.mfa === 'required' ? Mfa.REQUIRED : Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      userInvitation: {
        emailSubject: 'Your invitation to postrider',
        emailBody: `You have been invited to the postrider dashboard: <a href="${this.pageUrl}/">${this.pageUrl}/</a><br><br>User name: {username}<br>Temporary password, for seven days: {####}`,
      },
      // Cognito never deletes an attribute, so a pool gets this one only when it needs it.
      ...(tokens && {
        customAttributes: { groups: new StringAttribute({ mutable: true, maxLen: 2048 }) },
      }),
      // The cheapest plan with these sign-in pages; the first 10,000 users of a month are free.
      featurePlan: FeaturePlan.ESSENTIALS,
      deletionProtection,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  /** Without a secret, which a page cannot keep: PKCE binds a code to the page that requested it (RFC 7636). */
  private pageClient({ settings, tokens }: SignInProps): UserPoolClient {
    const { passwords } = settings;
    const provider = tokens && addIdentityProvider(this, this.pool, settings, tokens);
    return this.pool.addClient('Page', {
      generateSecret: false,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [`${this.pageUrl}/callback`],
        logoutUrls: [`${this.pageUrl}/`],
      },
      authFlows: { userSrp: passwords },
      supportedIdentityProviders: [
        ...(passwords ? [UserPoolClientIdentityProvider.COGNITO] : []),
        ...(provider ? [provider] : []),
      ],
      // Cognito writes what an identity provider says only to attributes that the client may write.
      ...(provider && {
        writeAttributes: new ClientAttributes()
          .withStandardAttributes({ email: true })
          .withCustomAttributes('groups'),
      }),
      readAttributes: new ClientAttributes().withStandardAttributes({
        email: true,
        emailVerified: true,
      }),
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.minutes(30),
      idTokenValidity: Duration.minutes(30),
      // A working day. A user who has closed the page must sign in again, because the page stores no token.
      refreshTokenValidity: Duration.hours(12),
    });
  }
}

/** The origin of Cognito's sign-in pages, where the page also gets its tokens. */
export function signInOrigin(scope: Construct): string {
  return `https://${domainPrefix(scope)}.auth.${Stack.of(scope).region}.amazoncognito.com`;
}

/** The origins that the page may call besides its own: for the issuer's documents and for the tokens. */
export function signInOrigins(scope: Construct): string[] {
  return [`https://cognito-idp.${Stack.of(scope).region}.amazonaws.com`, signInOrigin(scope)];
}

/** The prefix must be unique across AWS accounts, so it has the stack's UUID: `arn:…:stack/<name>/<uuid>`. */
function domainPrefix(scope: Construct): string {
  return `postrider-${Fn.select(2, Fn.split('/', Stack.of(scope).stackId))}`;
}
