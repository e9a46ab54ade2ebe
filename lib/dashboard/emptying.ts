import { CfnResource, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

export interface EmptyingProps {
  logRetention: RetentionDays;
}

/** What CDK calls the provider that empties every bucket with `autoDeleteObjects`, below the stack. */
const provider = 'Custom::S3AutoDeleteObjectsCustomResourceProvider';

/**
 * Keeps CDK's function that empties a bucket to what this stack allows. CDK gives it a managed policy,
 * which lets it write every log group of the AWS account, and no log group of its own: Lambda would make one
 * while the stack is deleted, and keep it for ever.
 *
 * The stack must have a bucket with `autoDeleteObjects`. What the function may do with it is in the
 * bucket's policy, which CDK writes.
 */
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
    // In the role itself: the function depends on it, and so has it until the stack has gone.
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

/** Throws where CDK has come to call its parts otherwise. */
function partOfProvider(scope: Construct, name: 'Role' | 'Handler'): CfnResource {
  const part = Stack.of(scope).node.findChild(provider).node.findChild(name);
  if (CfnResource.isCfnResource(part)) return part;
  throw new Error(`CDK's ${provider} has no ${name} that is a resource`);
}
