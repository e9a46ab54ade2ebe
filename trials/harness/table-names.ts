/** What the tables are called where no stack names them. */
export const tableNames = {
  accounts: 'Accounts',
  keys: 'Keys',
  templates: 'Templates',
  messages: 'Messages',
};

export type TableKind = keyof typeof tableNames;
