import { CfnResource, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

export interface EmptyingProps {
  logRetention: RetentionDays;
}

/** CDK's id, below the stack, of the provider that empties every bucket with `autoDeleteObjects`. */
const provider = 'Custom::S3AutoDeleteObjectsCustomResourceProvider';

/** CDK's function that empties buckets could write to every log group. Its own group is deleted with the stack. */
export class Emptying extends Construct {
  constructor(scope: Construct, id: string, { logRetention }: EmptyingProps) {
    super(scope, id);
    const { logGroupArn, logGroupName } = new LogGroup(this, 'Logs', {
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const allowLogging = {
      Effect: 'Allow',
      Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: logGroupArn,
    };
    const role = partOfProvider(this, 'Role');
    role.addPropertyDeletionOverride('ManagedPolicyArns');
    // The function depends on the role and so on this policy: it keeps the permission until the stack is deleted.
    role.addPropertyOverride('Policies', [
      {
        PolicyName: 'Logs',
        PolicyDocument: { Version: '2012-10-17', Statement: [allowLogging] },
      },
    ]);
    partOfProvider(this, 'Handler').addPropertyOverride('LoggingConfig', {
      LogGroup: logGroupName,
    });
  }
}

/** Finds a part of CDK's provider. Throws if CDK has renamed it. */
function partOfProvider(scope: Construct, name: 'Role' | 'Handler'): CfnResource {
  const part = Stack.of(scope).node.findChild(provider).node.findChild(name);
  if (CfnResource.isCfnResource(part)) return part;
  throw new Error(`CDK's ${provider} has no ${name} that is a resource`);
}
