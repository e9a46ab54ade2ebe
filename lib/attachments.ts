import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { env } from '../shared/env.ts';
import { endpointOverrides } from './service-function.ts';

/**
 * Allows a function to read objects and their metadata in the buckets of attachments, and tells it the buckets. The
 * function may not list a bucket, so S3 answers 403 for a missing object. Without buckets nothing changes.
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
  const variables = { [env.attachmentBuckets]: buckets.join(','), ...endpointOverrides.s3 };
  for (const [name, value] of Object.entries(variables)) fn.addEnvironment(name, value);
}

/** The same for a function that reads whole objects: it frees the memory of earlier ones (shared/adapters/s3/objects.ts). */
export function grantAttachmentContents(fn: LambdaFunction, buckets: readonly string[]): void {
  grantAttachments(fn, buckets);
  if (buckets.length > 0) fn.addEnvironment('NODE_OPTIONS', '--expose-gc');
}
