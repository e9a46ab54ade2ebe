/** What the tables are called in the part of the fault run that has no stack. */
export const tableNames = { templates: 'Templates', messages: 'Messages' };
