/**
 * The tags of every mail. SES repeats them in each event, so an event finds the record even if SES's id of the mail was
 * never recorded. SES allows `[A-Za-z0-9_-]`.
 */
export const mailTags = { account: 'postrider-account', message: 'postrider-message' } as const;
