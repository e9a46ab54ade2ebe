import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { env } from '../shared/env.ts';
import { endpointOverrides } from './service-function.ts';

/**
 * Allows a function to read the objects of the buckets that attachments may come from, and tells it the buckets. It may not
 * list them, so S3 answers 403 where an object does not exist. Without buckets it changes nothing.
 */
export function grantAttachments(fn: LambdaFunction, buckets: readonly string[]): void {
  if (buckets.length === 0) return;
  const everyObject = (bucket: string) =>
    Stack.of(fn).formatArn({
      ...{ service: 's3', region: '', account: '' },
      ...{ resource: bucket, resourceName: '*' },
    });
  fn.addToRolePolicy(
    new PolicyStatement({ actions: ['s3:GetObject'], resources: buckets.map(everyObject) }),
  );
  const variables = {
    [env.attachmentBuckets]: buckets.join(','),
    ...endpointOverrides.s3,
    // Large files are read after the memory of earlier ones was freed (shared/adapters/s3/objects.ts).
    NODE_OPTIONS: '--expose-gc',
  };
  for (const [name, value] of Object.entries(variables)) fn.addEnvironment(name, value);
}
