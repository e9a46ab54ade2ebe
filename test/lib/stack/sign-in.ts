import { describe, expect, test } from '../../jest.ts';
import {
  changed,
  joined,
  only as onlyOf,
  permissionsOf,
  synthesised,
  variablesOf,
} from '../synthesised.ts';

const template = synthesised({ dashboard: true });

const only = (type: string, of = template) => onlyOf(of, type);

const pageUrl = () => `https://{${only('AWS::CloudFront::Distribution').id},DomainName}`;

test('V6.2.1 V6.3.2 V6.4.1 only invited users may sign in, with a strong password, and with a second factor if they want', () => {
  const { properties, resource } = only('AWS::Cognito::UserPool');

  expect(properties).toMatchObject({
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    UsernameAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    AutoVerifiedAttributes: ['email'],
    Policies: {
      PasswordPolicy: {
        MinimumLength: 12,
        RequireLowercase: true,
        RequireNumbers: true,
        RequireSymbols: true,
        RequireUppercase: true,
        TemporaryPasswordValidityDays: 7,
      },
    },
    MfaConfiguration: 'OPTIONAL',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    DeletionProtection: 'ACTIVE',
  });
  expect(resource).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
});

test('the settings can demand a second factor', () => {
  const demanding = synthesised({ dashboard: true, signIn: { mfa: 'required' } });

  expect(only('AWS::Cognito::UserPool', demanding).properties).toMatchObject({
    MfaConfiguration: 'ON',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
  });
});

describe('an identity provider', () => {
  const account = `acc_${'a'.repeat(16)}`;
  const roles = [
    { group: 'Writers', account, role: 'author' },
    { group: 'Leads', account, role: 'author' },
  ];
  const metadataUrl = 'https://sso.example.com/metadata';
  const withSaml = { dashboard: true, signIn: { saml: { metadataUrl }, roles } };

  test('SAML: the page’s client may write the groups, and a function puts them into the tokens', () => {
    const of = synthesised(withSaml);
    const provider = only('AWS::Cognito::UserPoolIdentityProvider', of);
    const tokens = onlyOf(of, 'AWS::Lambda::Function', 'Tokens').id;

    expect(provider.properties).toMatchObject({
      ProviderType: 'SAML',
      ProviderDetails: { MetadataURL: metadataUrl },
      AttributeMapping: {
        email: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
        'custom:groups': 'memberOf',
      },
    });
    expect(only('AWS::Cognito::UserPool', of).properties).toMatchObject({
      LambdaConfig: {
        PreTokenGenerationConfig: {
          LambdaArn: { 'Fn::GetAtt': [tokens, 'Arn'] },
          LambdaVersion: 'V2_0',
        },
      },
      Schema: [
        { Name: 'groups', Mutable: true, StringAttributeConstraints: { MaxLength: '2048' } },
      ],
    });
    expect(only('AWS::Cognito::UserPoolClient', of).properties).toMatchObject({
      SupportedIdentityProviders: ['COGNITO', { Ref: provider.id }],
      WriteAttributes: ['custom:groups', 'email'],
      AllowedOAuthScopes: ['openid', 'email'],
    });
    expect(variablesOf(of, 'Manage').SIGN_IN_ROLES).toBe(
      JSON.stringify({ [account]: { author: ['Writers', 'Leads'] } }),
    );
    expect(of.findOutputs('SignInAccounts')).toMatchObject({ SignInAccounts: { Value: account } });
    expect(Object.keys(permissionsOf(of, 'Tokens'))).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
    ]);
  });

  test('OIDC: alone on the sign-in page, with a secret that the template does not have', () => {
    const secretArn = 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:sso-Ab1cd2';
    const oidc = { issuer: 'https://sso.example.com', clientId: 'postrider', secretArn };
    const of = synthesised({ dashboard: true, signIn: { oidc, passwords: false } });
    const provider = only('AWS::Cognito::UserPoolIdentityProvider', of);

    expect(provider.properties).toMatchObject({
      ProviderType: 'OIDC',
      ProviderDetails: {
        oidc_issuer: oidc.issuer,
        client_id: 'postrider',
        client_secret: `{{resolve:secretsmanager:${secretArn}:SecretString:::}}`,
        authorize_scopes: 'openid email',
      },
      AttributeMapping: { email: 'email', 'custom:groups': 'groups' },
    });
    expect(only('AWS::Cognito::UserPoolClient', of).properties).toMatchObject({
      SupportedIdentityProviders: [{ Ref: provider.id }],
      ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
    });
    expect(of.findOutputs('SignInAccounts')).toMatchObject({ SignInAccounts: { Value: 'none' } });
  });
});

test('the invitation has the dashboard’s address and Cognito’s placeholders', () => {
  const { AdminCreateUserConfig } = only('AWS::Cognito::UserPool').properties;

  const { InviteMessageTemplate } = AdminCreateUserConfig as {
    InviteMessageTemplate: { EmailMessage: unknown };
  };
  const message = joined(InviteMessageTemplate.EmailMessage);
  expect(message).toContain(`<a href="${pageUrl()}/">`);
  expect(message).toContain('{username}');
  expect(message).toContain('{####}');
});

test('V10.4.1 V10.4.4 V10.4.11 sign-in uses an authorization code with PKCE: the page has no secret, and only its own addresses', () => {
  const { properties } = only('AWS::Cognito::UserPoolClient');

  const { CallbackURLs, LogoutURLs, ...rest } = properties;
  expect((CallbackURLs as unknown[]).map(joined)).toEqual([`${pageUrl()}/callback`]);
  expect((LogoutURLs as unknown[]).map(joined)).toEqual([`${pageUrl()}/`]);
  expect(rest).toMatchObject({
    GenerateSecret: false,
    AllowedOAuthFlowsUserPoolClient: true,
    AllowedOAuthFlows: ['code'],
    AllowedOAuthScopes: ['openid', 'email'],
    SupportedIdentityProviders: ['COGNITO'],
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    AccessTokenValidity: 30,
    IdTokenValidity: 30,
    RefreshTokenValidity: 720,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
  });
});

test('the sign-in pages are at a prefix that no other stack can have', () => {
  const { properties } = only('AWS::Cognito::UserPoolDomain');

  expect(properties).toMatchObject({
    Domain: {
      'Fn::Join': [
        '',
        ['postrider-', { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] }],
      ],
    },
    ManagedLoginVersion: 2,
  });
  expect(only('AWS::Cognito::ManagedLoginBranding').properties).toMatchObject({
    UseCognitoProvidedValues: true,
  });
});

test('the table of users has a record for each user of the pool', () => {
  expect(onlyOf(template, 'AWS::DynamoDB::GlobalTable', 'TablesUsers').properties).toMatchObject({
    KeySchema: [{ AttributeName: 'sub', KeyType: 'HASH' }],
  });
});

test('the user pool has no deletion protection if the settings say so', () => {
  const { properties } = only('AWS::Cognito::UserPool', synthesised(changed));

  expect(properties.DeletionProtection).toBe('INACTIVE');
});
