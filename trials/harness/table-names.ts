/** The names of the tables in runs without a stack. */
export const tableNames = {
  accounts: 'Accounts',
  keys: 'Keys',
  templates: 'Templates',
  messages: 'Messages',
  trail: 'Trail',
};

export type TableKind = keyof typeof tableNames;
