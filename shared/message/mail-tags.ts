/** The tags of every mail, by which an event finds the record even without SES's id. SES allows `[A-Za-z0-9_-]`. */
export const mailTags = { account: 'postrider-account', message: 'postrider-message' } as const;
