/**
 * Every action and every resource with a `*` in the policies of a template, wherever they are, as
 * `<policy> Action|Resource <value>`. It skips conditions.
 */
export function wildcardsIn(template: unknown): string[] {
  const { Resources } = template as { Resources: Record<string, unknown> };
  return Object.entries(Resources).flatMap(([id, resource]) =>
    statementsIn(resource).flatMap((statement) =>
      ['Action', 'NotAction', 'Resource', 'NotResource', 'NotPrincipal'].flatMap((part) =>
        [statement[part] ?? []]
          .flat()
          .map((value) => describe(value))
          .filter((value) => value.includes('*') || /^Not/.test(part))
          .map((value) => `${withoutHash(id)} ${part} ${value}`),
      ),
    ),
  );
}

type Statement = Record<string, unknown>;

/** Every object with an effect and an action, at any depth. */
function statementsIn(value: unknown): Statement[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'Effect' in value && ('Action' in value || 'NotAction' in value);
  const below = Object.values(value).flatMap(statementsIn);
  return own ? [value as Statement, ...below] : below;
}

/** A value as one text, with its references in braces. */
function describe(value: unknown): string {
  if (typeof value === 'string') return value;
  const [[name, given] = ['', '']] = Object.entries(value as object);
  if (name === 'Fn::Join') return (given as [string, unknown[]])[1].map(describe).join('');
  if (name === 'Fn::Sub') return [given].flat().join().replaceAll('${', '{');
  return `{${[given]
    .flat()
    .map((part) => withoutHash(String(part)))
    .join('.')}}`;
}

function withoutHash(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, '');
}
