import { join } from 'node:path';
import { templatesFolder } from '../../../lib/home.ts';
import { readHeadOrTombstone } from '../../../shared/adapters/tables/templates-table.ts';
import {
  type Account,
  createAccount,
  listAccounts,
  restorePlans,
} from '../../../shared/manage/accounts.ts';
import { createKey, listKeys } from '../../../shared/manage/keys.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { prepareTemplate } from '../../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../../shared/manage/templates/push-templates.ts';
import { withSender } from '../../folders/flow-sender.ts';
import { readTemplateFolders } from '../../folders/template-folders.ts';

const welcomeFolder = join(templatesFolder, 'welcome');

/** What the first deployment creates in a stack. */
export interface FirstAccount {
  /** The only account; null where there are several. */
  accountId: string | null;
  /** A new key, whose secret is stored nowhere; null where the account had a key. */
  key: { keyId: string; secret: string } | null;
  /** Whether this run saved the template `welcome`. */
  welcome: boolean;
}

/**
 * Makes a deployment usable: puts the accounts' keys at API Gateway into the stack's usage plans (an
 * earlier stack's plans were removed with it), and creates an account with a key and a template. It leaves
 * existing accounts, keys and templates unchanged, so after an interruption the next run completes the
 * work.
 */
export async function ensureFirstAccount(
  ports: ManagePorts,
  senders: readonly string[],
): Promise<FirstAccount> {
  const accounts = await listAccounts(ports);
  await restorePlans(ports);
  if (accounts.length > 1) return { accountId: null, key: null, welcome: false };
  const account = accounts[0] ?? (await createAccount(ports, { name: 'Main', plan: 'team' }));
  const welcome = await ensureWelcome(ports, account, senders);
  const keys = await listKeys(ports, account.accountId);
  if (keys.length > 0) return { accountId: account.accountId, key: null, welcome };
  const { keyId, secret } = await createKey(ports, { accountId: account.accountId, name: 'first' });
  return { accountId: account.accountId, key: { keyId, secret }, welcome };
}

/** Saves the template `welcome` if the account has neither it nor its tombstone: a deleted template stays deleted. */
async function ensureWelcome(
  ports: ManagePorts,
  { accountId }: Account,
  senders: readonly string[],
): Promise<boolean> {
  if (await readHeadOrTombstone(ports.templates, accountId, 'welcome')) return false;
  const { folders } = await readTemplateFolders(welcomeFolder);
  for (const { source } of folders) {
    const preparation = await prepareTemplate({
      ...source,
      flow: withSender(source.flow, senders),
    });
    if (!preparation.ok) throw new Error(`The template in ${welcomeFolder} is wrong`);
    const author = { by: 'postrider', how: 'deploy' };
    await pushTemplates(ports, accountId, [preparation.prepared], { author });
  }
  return true;
}
