/**
 * The names of the tags that every mail has. SES repeats the tags in each event about the mail, so the events
 * function finds the mail's record even if SES's own id of the mail was never recorded. SES allows
 * `[A-Za-z0-9_-]` in names and values:
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageTag.html
 */
export const mailTags = { account: 'postrider-account', message: 'postrider-message' } as const;
