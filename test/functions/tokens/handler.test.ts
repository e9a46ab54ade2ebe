import { handler } from '../../../functions/tokens/handler.ts';
import { expect, test } from '../../jest.ts';

const ann = { sub: 's-1', email: 'Ann@example.com' };
const identities = JSON.stringify([{ providerName: 'SAML', userId: 'ann', primary: 'true' }]);

/** What the function adds to the access token of a user with these attributes. */
async function claimsOf(userAttributes: Record<string, string>): Promise<unknown> {
  const event = { version: '2', request: { userAttributes }, response: {} };
  const answer = await handler(event);
  expect(answer).toMatchObject({ version: '2', request: { userAttributes } });
  return answer.response;
}

test.each([
  ['one value', 'Writers, all', ['Writers, all']],
  [
    'SAML',
    '[Writers, CN%3DLeads%2COU%3DMail, a+b, 100%]',
    ['Writers', 'CN=Leads,OU=Mail', 'a b', '100%'],
  ],
  ['OIDC', '["Writers","a, b"]', ['Writers', 'a, b']],
])(
  'a person of the identity provider gets a claim with their groups: %s',
  async (_, given, groups) => {
    const claims = await claimsOf({ ...ann, identities, 'custom:groups': given });

    expect(claims).toEqual({
      claimsAndScopeOverrideDetails: {
        accessTokenGeneration: {
          claimsToAddOrOverride: {
            postrider_groups: JSON.stringify(groups),
            postrider_email: 'ann@example.com',
          },
        },
      },
    });
  },
);

test.each([
  ['a user with a password, who wrote the attribute', { ...ann, 'custom:groups': 'Writers' }],
  ['a user without an identity', { ...ann, identities: '[]', 'custom:groups': 'Writers' }],
  ['a person without groups', { ...ann, identities }],
  ['a person without an address', { sub: 's-1', identities, 'custom:groups': 'Writers' }],
])('%s gets no claim', async (_, attributes) => {
  expect(await claimsOf(attributes)).toEqual({});
});
