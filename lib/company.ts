import { DefaultStackSynthesizer, PermissionsBoundary, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { regionProblem } from './api-domain.ts';
import { type Settings, SettingsError } from './settings/settings.ts';

/** What a platform team may demand of the whole stack: tags, the bootstrap's qualifier, a boundary for every role. */
export function companyProps(settings: Settings): StackProps {
  const { tags, bootstrapQualifier: qualifier, permissionsBoundary: boundary } = settings;
  return {
    tags,
    ...(qualifier && { synthesizer: new DefaultStackSynthesizer({ qualifier }) }),
    ...(boundary && {
      permissionsBoundary: boundary.startsWith('arn:')
        ? PermissionsBoundary.fromArn(boundary)
        : PermissionsBoundary.fromName(boundary),
    }),
  };
}

/** Encrypts every table, queue, log group and topic of a whole stack with a KMS key, and allows the roles to use it. */
export function encryptStack(stack: Stack, kmsKeyArn: string): void {
  const problem = regionProblem(stack, 'kmsKeyArn must be a key', kmsKeyArn);
  if (problem) throw new SettingsError(problem);
  for (const each of stack.node.findAll()) {
    if (each instanceof CfnLogGroup) each.kmsKeyId = kmsKeyArn;
    if (each instanceof CfnTopic) each.kmsMasterKeyId = kmsKeyArn;
    if (each instanceof CfnQueue) {
      each.kmsMasterKeyId = kmsKeyArn;
      each.sqsManagedSseEnabled = undefined;
    }
    if (each instanceof CfnGlobalTable) {
      // CDK's TableV2 accepts a key only in a stack that names its region.
      each.addPropertyOverride('Replicas.0.SSESpecification', { KMSMasterKeyId: kmsKeyArn });
    }
    if (each instanceof Policy) allowKey(each, kmsKeyArn);
  }
}

/**
 * Allows a role that uses tables or queues to use the key through these services and S3 alone.
 * https://docs.aws.amazon.com/kms/latest/developerguide/conditions-kms.html#conditions-kms-via-service
 */
function allowKey(policy: Policy, kmsKeyArn: string): void {
  const stack = Stack.of(policy);
  const text = JSON.stringify(stack.resolve(policy.document));
  const services = ['dynamodb', 'sqs', 's3'].filter((service) => text.includes(`"${service}:`));
  if (services.length === 0 || services[0] === 's3') return;
  const operations =
    'Decrypt DescribeKey Encrypt ReEncryptFrom ReEncryptTo GenerateDataKey GenerateDataKeyWithoutPlaintext';
  const names = services.map((service) => `${service}.${stack.region}.amazonaws.com`);
  policy.addStatements(
    new PolicyStatement({
      actions: operations.split(' ').map((operation) => `kms:${operation}`),
      resources: [kmsKeyArn],
      conditions: { StringEquals: { 'kms:ViaService': names } },
    }),
  );
}
