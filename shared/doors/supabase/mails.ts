import * as z from 'zod/mini';
import { refuse } from '../../engine/errors.ts';
import { type Hook, templateOf } from '../../keys/hook.ts';

const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value ?? ''),
);

/** What Supabase Auth tells about a mail: https://supabase.com/docs/guides/auth/auth-hooks/send-email-hook */
export const hookCall = z.object({
  user: z.object({
    ...{ id: text, email: text, new_email: text, email_new: text },
    user_metadata: z.nullish(z.record(z.string(), z.unknown())),
  }),
  email_data: z.object({
    email_action_type: z.string(),
    ...{ token: text, token_hash: text, token_new: text, token_hash_new: text },
    ...{ redirect_to: text, site_url: text },
  }),
});

type HookCall = z.output<typeof hookCall>;

/** The bodies of `/v1/execute` for the mails of a call. Throws the refusal `required` without an address. */
export function mailsOf(call: HookCall, hook: Hook) {
  const { user, email_data } = call;
  const { email_action_type: action, redirect_to, site_url } = email_data;
  const { id, user_metadata } = user;
  const language = user_metadata?.language;
  return confirmationsOf(call).map(({ email, token, token_hash }) => {
    if (email === '') throw refuse('required', 'user.email');
    const confirm = new URLSearchParams({ token: token_hash, type: action, redirect_to });
    const url = `${hook.project}/auth/v1/verify?${confirm}`;
    const data = user_metadata ?? {};
    return {
      templateId: templateOf(hook, action),
      _to: email,
      _reference: id || undefined,
      _language: typeof language === 'string' ? language : undefined,
      variables: { email, token, token_hash, action, redirect_to, site_url, url, data },
    };
  });
}

/**
 * A change of the address is confirmed at the new address, and with both hashes at the old one as well. The names of
 * the hashes are swapped: `token_hash_new` fits `token`, which is for the old address ("Email change behavior" in
 * https://supabase.com/docs/guides/auth/auth-hooks/send-email-hook).
 */
function confirmationsOf({ user, email_data }: HookCall) {
  const { email } = user;
  const { token, token_hash, token_new, token_hash_new } = email_data;
  if (email_data.email_action_type !== 'email_change') return [{ email, token, token_hash }];
  const newEmail = user.new_email || user.email_new;
  if (token_hash_new === '') return [{ email: newEmail || email, token, token_hash }];
  return [
    { email, token, token_hash: token_hash_new },
    { email: newEmail, token: token_new, token_hash },
  ];
}
