import { devNull } from 'node:os';
import { credentials, region } from '../../local/template/names.ts';
import * as env from '../../shared/env.ts';
import { tableNames } from './table-names.ts';

/** The environment variables of a function that runs without a stack, except for the addresses of its peers. */
export const functionVariables: Readonly<Record<string, string>> = {
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  [env.keysTable]: tableNames.keys,
  [env.templatesTable]: tableNames.templates,
  [env.accountsTable]: tableNames.accounts,
  [env.messagesTable]: tableNames.messages,
  [env.messageRetentionDays]: '30',
  [env.refusedRetentionDays]: '7',
  [env.configurationSet]: 'trial',
  [env.senders]: '*',
};
