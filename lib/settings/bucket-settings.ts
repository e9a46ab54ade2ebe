import { z } from 'zod';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const bucketName = z
  .string()
  .regex(
    /^(?=.{3,63}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
    'must be the name of a bucket: 3 to 63 lower-case letters, digits, hyphens and dots, without s3:// and without a path',
  );

/**
 * The buckets that `_attachments` may name files of. The functions that accept and send mails may read every object in them,
 * and a caller with an API key for execute can mail every one of these objects.
 */
export const attachmentBuckets = z
  .array(bucketName)
  .max(20, 'must have at most 20 buckets')
  .refine((names) => new Set(names).size === names.length, 'must name each bucket once')
  .default([]);
