import { fileURLToPath } from 'node:url';
import { readHeadOrTombstone } from '../../shared/adapters/tables/templates-table.ts';
import {
  type Account,
  createAccount,
  listAccounts,
  restorePlans,
} from '../../shared/manage/accounts.ts';
import { createKey, listKeys } from '../../shared/manage/keys.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { prepareTemplate } from '../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../shared/manage/templates/push-templates.ts';
import { withSender } from '../operate/flow-sender.ts';
import { readTemplateFolders } from '../template/template-folders.ts';

const welcomeFolder = fileURLToPath(new URL('../../templates/welcome', import.meta.url));

/** What the first deployment of a stack makes in it. */
export interface FirstAccount {
  /** The one account there is; null where there are several. */
  accountId: string | null;
  /** A new key, whose secret is in here and nowhere else; null where there was one. */
  key: { keyId: string; secret: string } | null;
  /** Whether the template `welcome` was saved by this. */
  welcome: boolean;
}

/**
 * Sees to it that a deployment can be used: the accounts' keys at API Gateway are in the stack's own
 * plans (those of an earlier stack went with it), and there is an account with a key and a template.
 * What is there stays as it is, so that a run that was cut off is completed by the next.
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

/** One that was deleted has left a tombstone, and stays deleted. */
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
    await pushTemplates(ports, accountId, [preparation.prepared]);
  }
  return true;
}
