import { isId } from '../../../shared/id.ts';
import { hashApiKey, hintOf } from '../../../shared/keys/api-key.ts';
import { type Hook, hookScopes } from '../../../shared/keys/hook.ts';
import { looksLikeHookId, mintHookId } from '../../../shared/keys/ids.ts';
import { checkKeyOptions } from '../../../shared/manage/key-options.ts';
import { type ApiKey, deleteKey, storeKey } from '../../../shared/manage/keys.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { mintWebhookSecret } from '../../../shared/webhook/webhook-signature.ts';

export interface HookOptions {
  name: string;
  /** The address of the Supabase project: `https://abcd.supabase.co`. */
  project: string;
  /** The templates of actions that are not called `supabase-` and the action: `{signup: 'welcome'}`. */
  templates: Readonly<Record<string, string>>;
  /** Whether its mails are captured, as those of a test key. */
  test: boolean;
}

/**
 * Creates a hook. Only this return value has the secret.
 *
 * @throws {ManageError} for an unknown account, an invalid name, and a bad project or template
 */
export async function createHook(
  ports: ManagePorts,
  accountId: string,
  { name, project: given, templates, test }: HookOptions,
): Promise<{ hookId: string; secret: string }> {
  const project = checkProject(given);
  for (const [action, templateId] of Object.entries(templates)) checkTemplate(action, templateId);
  const scopes = hookScopes({ templates });
  const options = checkKeyOptions({ scopes, ...(test && { test: {} }) });
  const keyId = mintHookId(ports.randomBytes);
  const secret = mintWebhookSecret(ports.randomBytes);
  const hook: Hook = { secret, project, templates: { ...templates } };
  const made = { keyId, keyHash: hashApiKey(keyId), hint: hintOf(secret) };
  const key = { accountId, name, ...made, ...options, hook: JSON.stringify(hook) };
  await storeKey(ports, key);
  return { hookId: keyId, secret };
}

/** @throws {ManageError} for an unknown hook, or one of another account than `accountId` */
export async function deleteHook(
  ports: ManagePorts,
  hookId: string,
  accountId?: string,
): Promise<ApiKey> {
  if (looksLikeHookId(hookId)) return deleteKey(ports, hookId, accountId);
  const hint = 'hook list shows every hook';
  throw new ManageError(`There is no hook ${JSON.stringify(hookId)}`, [], {
    code: 'unknown',
    hint,
  });
}

/** The address without a slash at the end. */
function checkProject(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe =
    url?.protocol === 'https:' || /^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(`${text}/`);
  if (url && isSafe && url.href === `${url.origin}/`) return url.origin;
  throw bad(
    'bad-address',
    'project',
    'project must be an address such as https://abcd.supabase.co, without a path',
  );
}

function checkTemplate(action: string, templateId: string): void {
  if (/^[a-z][a-z_]{0,39}$/.test(action) && isId(templateId)) return;
  const given = JSON.stringify(`${action}=${templateId}`);
  throw bad(
    'bad-id',
    'templates',
    `${given} is not an action and a template's id, as in signup=welcome`,
  );
}

const bad = (code: 'bad-address' | 'bad-id', field: string, message: string) =>
  new ManageError(message, [{ code, field, message }]);
