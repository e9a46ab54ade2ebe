/**
 * The names of the stack on this machine: CloudFormation's pseudo parameters and the names that AWS would generate.
 */
export const region = 'us-east-1';

/** An AWS account id that cannot exist. */
export const awsAccountId = '000000000000';

/**
 * Credentials for the local servers of AWS services: their clients require credentials, and the servers do not check
 * them.
 */
export const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The ARN of a resource of the stack. */
export function arn(service: string, resource: string): string {
  return `arn:aws:${service}:${region}:${awsAccountId}:${resource}`;
}

/** The values of CloudFormation's pseudo parameters for a stack. */
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
