import * as z from 'zod/mini';
import { refuse } from '../../engine/errors.ts';
import { type Hook, templateOf } from '../../keys/hook.ts';

const text = z.nullish(z.string());

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
type Text = z.output<typeof text>;

/** Whom a mail is for, and the code and the hash that confirm it. */
interface Confirmation {
  email: Text;
  token: Text;
  hash: Text;
}

/** The bodies of `/v1/execute` for the mails of a call. Throws the refusal `required` without an address. */
export function mailsOf(call: HookCall, hook: Hook) {
  const { user, email_data: data } = call;
  const { email_action_type: action, redirect_to, site_url } = data;
  const { id, user_metadata } = user;
  const language = user_metadata?.language;
  return confirmationsOf(call).map(({ email, token, hash }) => {
    if (!email) throw refuse('required', 'user.email');
    const confirm = new URLSearchParams({
      token: hash ?? '',
      type: action,
      redirect_to: redirect_to ?? '',
    });
    return {
      templateId: templateOf(hook, action),
      _to: email,
      ...(id && { _reference: id }),
      ...(typeof language === 'string' && { _language: language }),
      variables: {
        email,
        token: token ?? '',
        token_hash: hash ?? '',
        action,
        redirect_to: redirect_to ?? '',
        site_url: site_url ?? '',
        url: `${hook.project}/auth/v1/verify?${confirm}`,
        data: user_metadata ?? {},
      },
    };
  });
}

/**
 * A change of the address is confirmed at the new address, and with both hashes at the old one as well. The names of
 * the hashes are swapped: `token_hash_new` fits `token`, which is for the old address ("Email change behavior" in
 * https://supabase.com/docs/guides/auth/auth-hooks/send-email-hook).
 */
function confirmationsOf({ user, email_data: data }: HookCall): Confirmation[] {
  const { email } = user;
  const { token, token_hash: hash } = data;
  if (data.email_action_type !== 'email_change') return [{ email, token, hash }];
  const newEmail = user.new_email || user.email_new;
  if (!data.token_hash_new) return [{ email: newEmail || email, token, hash }];
  return [
    { email, token, hash: data.token_hash_new },
    { email: newEmail, token: data.token_new, hash },
  ];
}
