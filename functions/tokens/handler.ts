import { groupsClaim, nameClaim } from '../../shared/people/group-roles.ts';

/** The part of Cognito's event that is read. https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html */
interface TokenEvent {
  request: { userAttributes: Readonly<Record<string, string | undefined>> };
  response: object;
}

/**
 * Puts the groups of a person who came from the identity provider into their access token. A user with a password could
 * write the attribute, and so gets no group: only Cognito writes `identities`.
 */
export async function handler(event: TokenEvent): Promise<TokenEvent> {
  const { identities, email, 'custom:groups': groups } = event.request.userAttributes;
  if (!identities || identities === '[]' || !email || !groups) return event;
  const claimsToAddOrOverride = {
    [groupsClaim]: JSON.stringify(groupsIn(groups)),
    [nameClaim]: email.toLowerCase(),
  };
  const claimsAndScopeOverrideDetails = { accessTokenGeneration: { claimsToAddOrOverride } };
  return { ...event, response: { claimsAndScopeOverrideDetails } };
}

/** Cognito keeps several values as `[a, b%20c]` from SAML and as `["a","b c"]` from OIDC, and one value as it is. */
function groupsIn(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list.map(String);
  } catch {
    const [, inner] = /^\[(.*)\]$/s.exec(text) ?? [];
    if (inner !== undefined) return inner.split(',').map((part) => decoded(part.trim()));
  }
  return [text];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}
