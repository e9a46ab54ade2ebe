import { z } from 'zod';

/** Whom an alarm is mailed to. SNS asks each to confirm before it mails anything. */
export const alarmEmails = z.array(z.email('must be an e-mail address')).default([]);

/** A topic that there is already, of a team that has one for all its alarms. */
export const alarmTopicArn = z
  .string()
  .regex(
    /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,256}$/,
    'must be the ARN of an SNS topic, like arn:aws:sns:eu-central-1:111122223333:alarms',
  )
  .optional();

/** Where `docs/operations.md` can be read: an alarm's text ends with a link to its section there. */
export const runbookUrl = z
  .string()
  .regex(/^\S+[^\s#]$/, 'must be an address or a path without a # and without spaces')
  .default('docs/operations.md');

/** How many mails a day SES lets the AWS account send. */
export const dailyQuota = z
  .number()
  .multipleOf(1, 'must be a whole number')
  .min(1, 'must be at least 1')
  .optional();
