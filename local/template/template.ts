import * as z from 'zod';
import { Failure } from '../failure.ts';
import { arn, awsAccountId, pseudoParameters, region } from './names.ts';
import { type References, resolve } from './resolve.ts';
import { checkTypes } from './resource-types.ts';

const templateFile = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
  Parameters: z.record(z.string(), z.object({ Default: z.unknown() })).default({}),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});

export interface Reading<S extends z.ZodObject | z.ZodDiscriminatedUnion> {
  type: string;
  /** The properties that have an effect on this machine. The members of a union must be strict. */
  known: S;
  /** The names of properties without an effect. Any other property stops the start, so that no difference is hidden. */
  inert?: readonly string[];
  /** Logical ids to skip. */
  skip?: ReadonlySet<string>;
}

/** A CloudFormation template whose resource types are all known, with its references resolved. */
export class Template {
  readonly stackName: string;
  private readonly file: z.output<typeof templateFile>;
  private readonly references: References;

  /** Throws a `Failure` if the template is invalid, or has an unknown resource type. */
  constructor(json: unknown, stackName: string) {
    this.stackName = stackName;
    const parsed = templateFile.safeParse(json);
    if (!parsed.success)
      throw new Failure('The synthesised template is not a CloudFormation template.');
    this.file = parsed.data;
    checkTypes(this.file.Resources);
    const pseudo = pseudoParameters(stackName);
    this.references = {
      ref: (name) => pseudo[name] ?? this.parameter(name) ?? this.physicalName(name),
      attribute: (logicalId, name) => this.attribute(logicalId, name),
    };
  }

  /** The resources of a type with their properties resolved and checked, by logical id. */
  read<S extends z.ZodObject | z.ZodDiscriminatedUnion>({
    type,
    known,
    inert = [],
    skip,
  }: Reading<S>): Map<string, z.output<S>> {
    const strict = known instanceof z.ZodObject ? z.strictObject(known.shape) : known;
    const found = Object.entries(this.file.Resources).filter(
      ([logicalId, { Type }]) => Type === type && !skip?.has(logicalId),
    );
    return new Map(
      found.map(([logicalId, { Properties }]) => {
        const relevant = Object.entries(Properties).filter(([name]) => !inert.includes(name));
        const resolved = resolve(Object.fromEntries(relevant), this.references);
        const parsed = strict.safeParse(resolved);
        if (parsed.success) return [logicalId, parsed.data as z.output<S>];
        throw new Failure(
          `The local run cannot run ${logicalId} (${type}): ${describe(parsed.error.issues[0])}.`,
        );
      }),
    );
  }

  outputs(): Record<string, string> {
    const outputs = Object.entries(this.file.Outputs);
    return Object.fromEntries(
      outputs.map(([name, { Value }]) => [name, String(resolve(Value, this.references))]),
    );
  }

  private parameter(name: string): string | undefined {
    const parameter = this.file.Parameters[name];
    return parameter === undefined ? undefined : String(parameter.Default ?? '');
  }

  /** The value of `Ref`: the name of a resource, or a name like those that AWS generates. */
  physicalName(logicalId: string): string {
    const resource = this.file.Resources[logicalId];
    if (!resource) return missingInStack(logicalId);
    const given = resource.Properties[nameProperties[resource.Type] ?? ''];
    if (typeof given === 'string') return given;
    // S3 accepts no capital letter.
    if (resource.Type === 'AWS::S3::Bucket') return logicalId.toLowerCase();
    return namesWithStack.has(resource.Type) ? `${this.stackName}-${logicalId}` : logicalId;
  }

  attribute(logicalId: string, name: string): string {
    const type = this.file.Resources[logicalId]?.Type;
    const physical = this.physicalName(logicalId);
    const value = attributes[`${type} ${name}`]?.(physical);
    if (value !== undefined) return value;
    throw new Failure(`The local run does not support the attribute ${name} of ${type}.`);
  }

  /** The logical ids of the functions that only answer a deployment's custom resources. */
  deployers(): Set<string> {
    const tokens = Object.values(this.file.Resources).map(({ Properties }) =>
      serviceToken.safeParse(Properties.ServiceToken),
    );
    return new Set(tokens.flatMap(({ data }) => data?.['Fn::GetAtt'][0] ?? []));
  }
}

const serviceToken = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) });

/** The value of `Fn::GetAtt` for a resource's name, by type and attribute. */
const attributes: Record<string, (physical: string) => string> = {
  'AWS::ApiGateway::RestApi RootResourceId': (id) => `${id}/`,
  'AWS::CloudFront::Distribution DomainName': (id) => `${id.toLowerCase()}.cloudfront.net`,
  'AWS::CloudFront::Function FunctionARN': (name) => arn('cloudfront', `function/${name}`),
  'AWS::CloudFront::OriginAccessControl Id': (id) => id,
  'AWS::ApiGateway::DomainName RegionalDomainName': (name) =>
    `${name.toLowerCase()}.execute-api.${region}.amazonaws.com`,
  'AWS::Cognito::UserPool Arn': (id) => arn('cognito-idp', `userpool/${id}`),
  'AWS::DynamoDB::GlobalTable Arn': (name) => arn('dynamodb', `table/${name}`),
  // ARNs of IAM have no region.
  'AWS::IAM::Role Arn': (name) => `arn:aws:iam::${awsAccountId}:role/${name}`,
  'AWS::Lambda::Function Arn': (name) => arn('lambda', `function:${name}`),
  'AWS::S3::Bucket Arn': (name) => `arn:aws:s3:::${name}`,
  'AWS::S3::Bucket RegionalDomainName': (name) => `${name}.s3.${region}.amazonaws.com`,
  'AWS::SQS::Queue Arn': (name) => arn('sqs', name),
  ...Object.fromEntries(
    [1, 2, 3].flatMap((number) =>
      ['Name', 'Value'].map((part) => [
        `AWS::SES::EmailIdentity DkimDNSToken${part}${number}`,
        (id: string) => `${id.toLowerCase()}-${number}`,
      ]),
    ),
  ),
};

/** The property that names a resource, if its type has one. */
const nameProperties: Record<string, string> = {
  'AWS::ApiGateway::Stage': 'StageName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::SES::ConfigurationSet': 'Name',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Scheduler::ScheduleGroup': 'Name',
};

/** Types whose generated names begin with the stack's name, as in AWS. */
const namesWithStack = new Set([
  'AWS::DynamoDB::GlobalTable',
  'AWS::SES::ConfigurationSet',
  'AWS::SQS::Queue',
  'AWS::Scheduler::ScheduleGroup',
]);

export function missingInStack(what: string): never {
  throw new Failure(`The stack refers to ${what}, which it does not have.`);
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return `it does not support ${issue.keys.join(', ')}`;
  return `${issue?.path.join('.')}: ${issue?.message}`;
}
