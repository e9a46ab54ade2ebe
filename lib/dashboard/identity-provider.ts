import { SecretValue } from 'aws-cdk-lib';
import {
  LambdaVersion,
  ProviderAttribute,
  type UserPool,
  UserPoolClientIdentityProvider,
  UserPoolIdentityProviderOidc,
  UserPoolIdentityProviderSaml,
  UserPoolIdentityProviderSamlMetadata,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { SignInSettings } from '../settings/sign-in-settings.ts';

/** Lets people of the settings' identity provider sign in. `tokens` puts their groups into the access tokens. */
export function addIdentityProvider(
  scope: Construct,
  userPool: UserPool,
  { saml, oidc }: SignInSettings,
  tokens: IFunction,
): UserPoolClientIdentityProvider {
  userPool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, tokens, LambdaVersion.V2_0);
  const mapping = (email: string, groups: string) => ({
    email: ProviderAttribute.other(email),
    custom: { 'custom:groups': ProviderAttribute.other(groups) },
  });
  // One name each: CloudFormation makes the new provider before it deletes the old one.
  const provider = saml
    ? new UserPoolIdentityProviderSaml(scope, 'Saml', {
        ...{ userPool, name: 'SAML' },
        metadata: UserPoolIdentityProviderSamlMetadata.url(saml.metadataUrl),
        attributeMapping: mapping(saml.email, saml.groups),
      })
    : oidc &&
      new UserPoolIdentityProviderOidc(scope, 'Oidc', {
        ...{ userPool, name: 'OIDC' },
        issuerUrl: oidc.issuer,
        clientId: oidc.clientId,
        // The template has only a reference: CloudFormation reads the secret.
        clientSecret: SecretValue.secretsManager(oidc.secretArn).unsafeUnwrap(),
        scopes: oidc.scopes,
        attributeMapping: mapping('email', oidc.groups),
      });
  if (!provider) throw new Error('The settings have no identity provider');
  return UserPoolClientIdentityProvider.custom(provider.providerName);
}
