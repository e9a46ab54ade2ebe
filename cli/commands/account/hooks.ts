import { hashApiKey, hintOf } from '../../../shared/keys/api-key.ts';
import { type Hook, hookScopes, type ShownHook } from '../../../shared/keys/hook.ts';
import { mintHookId } from '../../../shared/keys/ids.ts';
import { checkKeyOptions } from '../../../shared/manage/key-options.ts';
import { storeKey } from '../../../shared/manage/keys.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { mintWebhookSecret } from '../../../shared/webhook/webhook-signature.ts';

export interface HookOptions extends ShownHook {
  name: string;
  /** Whether its mails are captured, as those of a test key. */
  test: boolean;
}

/** Creates a hook. Only this return value has the secret. Throws like `createKey`. */
export async function createHook(
  ports: ManagePorts,
  accountId: string,
  { name, project, templates, test }: HookOptions,
): Promise<{ hookId: string; secret: string }> {
  const scopes = hookScopes({ templates });
  const options = checkKeyOptions({ scopes, ...(test && { test: {} }) });
  const keyId = mintHookId(ports.randomBytes);
  const secret = mintWebhookSecret(ports.randomBytes);
  const made = { keyId, keyHash: hashApiKey(keyId), hint: hintOf(secret) };
  const hook = JSON.stringify({ secret, project, templates } satisfies Hook);
  await storeKey(ports, { accountId, name, ...made, ...options, hook });
  return { hookId: keyId, secret };
}
