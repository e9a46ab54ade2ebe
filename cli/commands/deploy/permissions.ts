import * as z from 'zod/mini';
import { shortId, type TemplateResource, valueText } from '../../aws/stack-template.ts';

export interface Widening {
  who: string;
  /** `dynamodb:GetItem on TablesKeys`, one a line. */
  what: string[];
}

type Resources = ReadonlyMap<string, TemplateResource>;

interface Grant {
  who: string;
  what: string;
}

const many = z.union([z.string(), z.array(z.unknown())]);
const statement = z.object({
  Effect: z.optional(z.string()),
  Action: z.optional(many),
  Resource: z.optional(z.unknown()),
  Principal: z.optional(z.unknown()),
  Condition: z.optional(z.unknown()),
});
const policyDocument = z.object({ Statement: z.union([statement, z.array(statement)]) });

type Statement = z.infer<typeof statement>;

/** What the template `after` allows and `before` does not, grouped by who may do it. */
export function widenings(before: Resources, after: Resources): Widening[] {
  const now = new Set(grantsOf(before).map(textOf));
  const added = grantsOf(after).filter((grant) => !now.has(textOf(grant)));
  const denied = (resource: TemplateResource) => statementsOf(resource, 'Deny');
  const later = new Set([...after.values()].flatMap(denied).map(textOf));
  // A denial that is removed together with its resource gives no new access.
  const staying = [...before.values()].filter(({ logicalId }) => after.has(logicalId));
  const lifted = staying
    .flatMap(denied)
    .filter((denial) => !later.has(textOf(denial)))
    .map(({ who, what }) => ({ who, what: `no longer denied: ${what}` }));
  const groups = Map.groupBy([...added, ...lifted], ({ who }) => who);
  return [...groups].map(([who, grants]) => ({
    who,
    what: [...new Set(grants.map(({ what }) => what))].sort(),
  }));
}

const textOf = ({ who, what }: Grant) => `${who} ${what}`;

const grantsOf = (resources: Resources): Grant[] =>
  [...resources.values()].flatMap((resource) => [
    ...statementsOf(resource, 'Allow'),
    ...openings(resource),
  ]);

/** What the policies of a resource allow or deny, from each property that can hold a policy. */
function statementsOf(resource: TemplateResource, effect: 'Allow' | 'Deny'): Grant[] {
  const { PolicyDocument, AssumeRolePolicyDocument, Policies } = resource.properties;
  const inline = resource.type === 'AWS::IAM::Role' && Array.isArray(Policies) ? Policies : [];
  const documents = [
    PolicyDocument,
    AssumeRolePolicyDocument,
    ...inline.map(
      (policy) => z.object({ PolicyDocument: z.unknown() }).parse(policy).PolicyDocument,
    ),
  ];
  return documents
    .flatMap((document) => policyDocument.safeParse(document).data?.Statement ?? [])
    .filter(({ Effect = 'Allow' }) => Effect === effect)
    .flatMap((each) => grantsIn(each, resource));
}

function grantsIn({ Action, Resource, Principal, Condition }: Statement, holder: TemplateResource) {
  const who = Principal === undefined ? rolesOf(holder) : principalText(Principal);
  // A trust policy names no resource: it applies to the role itself.
  const targets =
    Resource === undefined ? [shortId(holder.logicalId)] : [Resource].flat().map(valueText);
  const only = Condition === undefined ? '' : ` if ${conditionText(Condition)}`;
  return [Action ?? []]
    .flat()
    .flatMap((action) =>
      targets.map((target) => ({ who, what: `${valueText(action)} on ${target}${only}` })),
    );
}

/** `AWS::IAM::Policy` names the roles that it is attached to; a role's inline policies apply to the role. */
function rolesOf({ logicalId, properties }: TemplateResource): string {
  const { Roles } = properties;
  const roles = Array.isArray(Roles) ? Roles.map(valueText) : [];
  return roles.length > 0 ? roles.join(', ') : shortId(logicalId);
}

function principalText(principal: unknown): string {
  if (principal === null || typeof principal !== 'object') {
    return principal === '*' ? 'everyone' : String(principal);
  }
  const named = Object.values(principal).flat().map(valueText);
  return named.map((name) => (name === '*' ? 'everyone' : name)).join(', ');
}

function conditionText(condition: unknown): string {
  return JSON.stringify(condition, (_, value) => {
    const isReference = value !== null && typeof value === 'object' && !Array.isArray(value);
    const [name = ''] = isReference ? Object.keys(value) : [];
    return name === 'Ref' || name.startsWith('Fn::') ? valueText(value) : value;
  });
}

/** The access that a resource gives without a policy document. */
function openings({ logicalId, type, properties }: TemplateResource): Grant[] {
  const name = shortId(logicalId);
  switch (type) {
    case 'AWS::Lambda::Permission':
      return [
        {
          who: valueText(properties.Principal),
          what: `${valueText(properties.Action)} on ${valueText(properties.FunctionName)}`,
        },
      ];
    case 'AWS::ApiGateway::Method':
    case 'AWS::Lambda::Url':
      return (properties.AuthorizationType ?? properties.AuthType) === 'NONE'
        ? [{ who: 'everyone', what: `HTTP requests to ${name}` }]
        : [];
    case 'AWS::IAM::Role':
      return [properties.ManagedPolicyArns ?? []]
        .flat()
        .map((policy) => ({ who: name, what: `all that the policy ${valueText(policy)} allows` }));
    case 'AWS::EC2::SecurityGroup':
    case 'AWS::EC2::SecurityGroupIngress':
      return [{ who: 'the network', what: `connections to ${name}` }];
    default:
      return [];
  }
}
