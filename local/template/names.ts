/** The stack's names on this machine: pseudo parameters, and the names that AWS would generate. */
export const region = 'us-east-1';

/** An AWS account id that cannot exist. */
export const awsAccountId = '000000000000';

/** The local servers' clients require credentials, which the servers do not check. */
export const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

export function arn(service: string, resource: string): string {
  return `arn:aws:${service}:${region}:${awsAccountId}:${resource}`;
}

export function pseudoParameters(stackName: string): Record<string, string> {
  return {
    'AWS::AccountId': awsAccountId,
    'AWS::Partition': 'aws',
    'AWS::Region': region,
    'AWS::StackId': arn('cloudformation', `stack/${stackName}/local`),
    'AWS::StackName': stackName,
    'AWS::URLSuffix': 'amazonaws.com',
  };
}
