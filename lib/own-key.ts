import { Stack } from 'aws-cdk-lib';
import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { regionProblem } from './api-domain.ts';
import { type Settings, SettingsError } from './settings/settings.ts';

/** The KMS key that the settings name; undefined if they name none. */
export function ownKey(stack: Stack, { kmsKeyArn }: Settings): IKey | undefined {
  if (!kmsKeyArn) return undefined;
  const problem = regionProblem(stack, 'kmsKeyArn must be a key', kmsKeyArn);
  if (problem) throw new SettingsError(problem);
  return Key.fromKeyArn(stack, 'Key', kmsKeyArn);
}

/** The actions of KMS that a caller of an encrypting service needs: to read, and to write as well. */
export const toDecrypt = ['Decrypt', 'DescribeKey'];
export const toEncrypt = [
  ...toDecrypt,
  ...['Encrypt', 'ReEncryptFrom', 'ReEncryptTo'],
  ...['GenerateDataKey', 'GenerateDataKeyWithoutPlaintext'],
];

/** To send to an encrypted queue. */
export const toSend = ['GenerateDataKey', 'Decrypt'];

/** How a queue is encrypted. EventBridge cannot use the key that AWS manages for SQS; SQS's own encryption costs nothing. */
export const queueEncryption = (key: IKey | undefined) =>
  key ? { encryptionMasterKey: key } : { encryption: QueueEncryption.SQS_MANAGED };

/**
 * Allows a function or a role to use the key of a table, a queue or a bucket, through that service alone. Without a key it
 * changes nothing.
 *
 * https://docs.aws.amazon.com/kms/latest/developerguide/conditions-kms.html#conditions-kms-via-service
 */
export function grantKey(
  { grantPrincipal }: IGrantable,
  key: IKey | undefined,
  service: 'dynamodb' | 'sqs' | 's3',
  operations: readonly string[],
): void {
  if (!key) return;
  const { region } = Stack.of(key);
  grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({
      actions: operations.map((operation) => `kms:${operation}`),
      resources: [key.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': `${service}.${region}.amazonaws.com` } },
    }),
  );
}

/** Encrypts every log group of the stack. The key's own policy must allow CloudWatch Logs to use it. */
export function encryptLogs(stack: Stack, { keyArn }: IKey): void {
  for (const each of stack.node.findAll()) {
    if (each instanceof CfnLogGroup) each.kmsKeyId = keyArn;
  }
}
