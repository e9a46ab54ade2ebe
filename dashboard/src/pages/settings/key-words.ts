import type { ApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import { capital } from '../../parts/capital.ts';

type Scoped = Pick<ApiKey, 'mode' | 'scopes'>;

/** `Render, execute, verify`; `Execute: receipt, invoice-*; messages`. */
export function scopeWords({ mode, scopes }: Scoped): string {
  const given = scopes ?? ['render', 'execute', 'verify', ...(mode === 'test' ? ['messages'] : [])];
  const whole = given.filter((scope) => !scope.includes(':'));
  const templates = new Map<string, string[]>();
  for (const scope of given) {
    const [name = '', template] = scope.split(':');
    if (template && !whole.includes(name)) {
      templates.set(name, [...(templates.get(name) ?? []), template]);
    }
  }
  const parts = [...templates].map(([name, ids]) => `${name}: ${ids.join(', ')}`);
  const words = [...parts, ...(whole.length > 0 ? [whole.join(', ')] : [])].join('; ');
  return capital(words);
}

/** Where the mails of a test key go; empty for a live key. */
export function deliveryWordsOf({ mode, redirectTo, allow }: ApiKey): string {
  if (mode === 'live') return '';
  const others = allow.length > 0 ? 'other mails' : 'mails';
  const rest = redirectTo ? `redirects ${others} to ${redirectTo}` : `captures ${others}`;
  return allow.length > 0 ? `Sends to ${allow.join(', ')}; ${rest}` : capital(rest);
}

export interface ScopeChoice {
  render: boolean;
  execute: boolean;
  verify: boolean;
  messages: boolean;
  /** Ids, and beginnings of ids with a `*`. Empty: all templates. */
  templates: readonly string[];
}

/** The scopes that mean this choice. `messages` without a template means those of the chosen templates. */
export function scopesOf({ render, execute, verify, messages, templates }: ScopeChoice): string[] {
  const each = (name: string) =>
    templates.length === 0 ? [name] : templates.map((id) => `${name}:${id}`);
  return [
    ...(render ? each('render') : []),
    ...(execute ? each('execute') : []),
    ...(verify ? ['verify'] : []),
    // Without execute, `messages` alone would mean all of them.
    ...(messages ? (execute ? ['messages'] : each('messages')) : []),
  ];
}

/** `invoice-*` for each beginning, up to a hyphen, that at least two ids share. */
export function beginningsOf(ids: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const [beginning] = /^[^-]+-/.exec(id) ?? [];
    if (beginning) counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([beginning]) => `${beginning}*`);
}
