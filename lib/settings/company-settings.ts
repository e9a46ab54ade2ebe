import { z } from 'zod';

/** https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html */
const tagText = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
const tagRule = 'must have only letters, digits, spaces and _.:/=+-@';

/** Tags of every resource: `{"cost-centre": "4711"}`. AWS allows 50; the CDK and the stack need some of them. */
export const tags = z
  .record(
    z.string().min(1).max(128, 'must have at most 128 characters').regex(tagText, tagRule),
    z.string().max(256, 'must have at most 256 characters').regex(tagText, tagRule),
  )
  .default({})
  .superRefine((all, context) => {
    const names = Object.keys(all);
    const issue = (message: string, path: string[] = []) =>
      context.addIssue({ code: 'custom', path, message });
    if (names.length > 40) issue('must have at most 40 tags');
    for (const name of names) {
      if (name === 'service') issue('must not be set: postrider sets it to "postrider"', [name]);
      if (/^aws:/i.test(name)) issue('must not begin with aws:, which AWS reserves', [name]);
    }
  });

/** The policy that limits what every role of the stack may do: its name in the AWS account, or its ARN. */
export const permissionsBoundary = z
  .string()
  .regex(
    /^(arn:aws:iam::(\d{12}|aws):policy\/)?[\w+=,.@/-]{1,512}$/,
    'must be the name or the ARN of an IAM policy, like company-boundary',
  )
  .optional();

/** The bootstrap's qualifier. Default: https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-custom.html */
export const bootstrapQualifier = z
  .string()
  .regex(/^[a-z0-9]{1,10}$/, 'must be 1 to 10 small letters and digits')
  .optional();

/** A KMS key that encrypts tables, queues, logs and the topic of the alarms. It must be in the stack's region. */
export const kmsKeyArn = z
  .string()
  .regex(
    /^arn:aws:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]{1,64}$/,
    'must be the ARN of a KMS key, like arn:aws:kms:eu-central-1:111122223333:key/…; an alias does not work',
  )
  .optional();
