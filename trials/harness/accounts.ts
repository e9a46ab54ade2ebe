import { randomBytes } from 'node:crypto';
import { alone } from '../../shared/adapters/tables/change.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import { putKey } from '../../shared/adapters/tables/keys-table.ts';
import { hashApiKey, hintOf, mintApiKey } from '../../shared/keys/api-key.ts';
import { createAccount } from '../../shared/manage/accounts.ts';
import { createKey } from '../../shared/manage/keys.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import {
  type PreparedTemplate,
  prepareTemplate,
} from '../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../shared/manage/templates/push-templates.ts';
import type { SavePorts } from '../../shared/manage/templates/saves.ts';
import type { TemplateSource } from '../../shared/manage/templates/template-source.ts';

/** An account that calls the service. */
export interface Account {
  accountId: string;
  /** The secret of its API key. */
  secret: string;
}

/** Creates an account with one key and these templates. */
export async function openAccount(
  ports: ManagePorts,
  templates: readonly TemplateSource[],
): Promise<Account> {
  const { accountId } = await createAccount(ports, { name: 'Trial', plan: 'team' });
  const { secret } = await createKey(ports, { accountId, name: 'trial' });
  await saveTemplates(ports, accountId, templates);
  return { accountId, secret };
}

/** Saves templates. Throws if one of them is refused. */
export async function saveTemplates(
  ports: SavePorts,
  accountId: string,
  templates: readonly TemplateSource[],
): Promise<void> {
  await pushTemplates(ports, accountId, await Promise.all(templates.map(prepare)));
}

/** Compiles a template. Throws if it is refused. */
export async function prepare(source: TemplateSource): Promise<PreparedTemplate> {
  const preparation = await prepareTemplate(source);
  if (preparation.ok) return preparation.prepared;
  throw new Error(preparation.problems.map(({ message }) => message).join('; '));
}

/** Writes an active key into a keys table, without creating it in API Gateway. Returns the secret. */
export async function writeKey(keys: Table, accountId: string, keyId: string): Promise<string> {
  const secret = mintApiKey(randomBytes);
  await putKey(
    keys,
    {
      keyHash: hashApiKey(secret),
      keyId,
      accountId,
      name: 'trial',
      hint: hintOf(secret),
      status: 'active',
      createdAt: new Date().toISOString(),
      usageIdentifierKey: 'a'.repeat(40),
    },
    alone,
    alone,
  );
  return secret;
}
