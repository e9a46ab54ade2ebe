/** What a scope may name. `messages` is `POST /v1/message`; `execute` covers `POST /v1/cancel` and `POST /v1/batch`. */
export const scopeNames = ['render', 'execute', 'verify', 'messages'] as const;

export type ScopeName = (typeof scopeNames)[number];

export interface ScopedKey {
  test?: object | undefined;
  /**
   * Each is `<name>`, or `<name>:<template>`; a `*` at the end stands for any rest. Absent: a live key may render,
   * execute and verify, and a test key may read its messages as well.
   */
  scopes?: readonly string[] | undefined;
}

/** Whether a key may use an endpoint for at least one template. */
export function mayUse({ scopes, test }: ScopedKey, name: ScopeName): boolean {
  if (scopes === undefined) return name !== 'messages' || test !== undefined;
  return scopes.some((scope) => scope === name || scope.startsWith(`${name}:`));
}

/** Whether a key that may use an endpoint may use it for this template. */
export function mayUseTemplate(key: ScopedKey, name: ScopeName, templateId: string): boolean {
  const patterns = templatesOf(key, name);
  return patterns === 'all' || patterns.some((pattern) => matches(pattern, templateId));
}

/**
 * The templates that a key may use with an endpoint. `messages` without templates means those of its scopes for
 * execute; without such scopes, all.
 */
function templatesOf({ scopes }: ScopedKey, name: ScopeName): readonly string[] | 'all' {
  if (scopes === undefined) return 'all';
  const named = patternsOf(scopes, name);
  if (name !== 'messages' || !scopes.includes(name)) return scopes.includes(name) ? 'all' : named;
  const executed = patternsOf(scopes, 'execute');
  return scopes.includes('execute') || executed.length === 0 ? 'all' : [...named, ...executed];
}

function patternsOf(scopes: readonly string[], name: ScopeName): string[] {
  const prefix = `${name}:`;
  return scopes
    .filter((scope) => scope.startsWith(prefix))
    .map((scope) => scope.slice(prefix.length));
}

function matches(pattern: string, templateId: string): boolean {
  return pattern.endsWith('*')
    ? templateId.startsWith(pattern.slice(0, -1))
    : templateId === pattern;
}
