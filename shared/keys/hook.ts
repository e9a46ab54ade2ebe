import * as z from 'zod/mini';

/** What a hook knows besides its key. Its secret signs; only the function and the service that calls it know it. */
const hook = z.object({
  /** `whsec_` and 32 bytes in base64. */
  secret: z.string(),
  /** The address of the Supabase project, without a slash at the end. */
  project: z.string(),
  /** The templates of actions that do not follow the rule of `templateOf`. */
  templates: z.record(z.string(), z.string()),
});

export type Hook = z.output<typeof hook>;

/** A hook as its owner sees it after its creation. */
export type ShownHook = Omit<Hook, 'secret'>;

export const readHook = (json: string): Hook => hook.parse(JSON.parse(json));

export function shownHook(json: string): ShownHook {
  const { secret: _, ...shown } = readHook(json);
  return shown;
}

/** The templates that an action takes by itself begin with this. */
const templatePrefix = 'supabase-';

/** The scopes of a hook's key: the templates of its actions, and no others. */
export function hookScopes({ templates }: Pick<ShownHook, 'templates'>): string[] {
  const ids = new Set([`${templatePrefix}*`, ...Object.values(templates)]);
  return [...ids].map((id) => `execute:${id}`);
}

/** The template of an action: `supabase-email-change` for `email_change`. */
export function templateOf({ templates }: Pick<ShownHook, 'templates'>, action: string): string {
  const own = Object.hasOwn(templates, action) ? templates[action] : undefined;
  return own ?? `${templatePrefix}${action.replaceAll('_', '-')}`;
}
