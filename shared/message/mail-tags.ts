/**
 * The names of the tags that every mail carries, so that whatever SES reports of it finds its
 * record, even where SES's own id of it was lost. SES allows `[A-Za-z0-9_-]` in names and values:
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageTag.html
 */
export const mailTags = { account: 'postrider-account', message: 'postrider-message' } as const;
