import rulesFile from './data/rules.json' with { type: 'json' };
import supportFile from './data/support.json' with { type: 'json' };

/** What caniemail says of a feature: `y`, `a` (in part), `n` or `u` by platform, with the numbers of its notes. */
export interface FeatureSupport {
  /** The date of the last test. */
  tested: string;
  support: Readonly<Record<string, string>>;
}

/** Each feature that a rule names. The file has the values of a feature in the order of its platforms. */
export const lookFeatures: Readonly<Record<string, FeatureSupport>> = Object.fromEntries(
  Object.entries(supportFile.features).map(([id, { tested, values }]) => {
    const written = values.split('|');
    const known = supportFile.platforms.map((platform, at) => [platform, written[at] ?? '']);
    return [id, { tested, support: Object.fromEntries(known.filter(([, value]) => value !== '')) }];
  }),
);

/** `weight`: the share of the readers, which is our assumption. */
export const lookClients = Object.entries(rulesFile.clients).map(
  ([id, { default: isDefault, ...client }]) => ({ id, isDefault, ...client }),
);

type Row = (typeof rulesFile.rules)[number];

/** The clients that a rule hits: its own list, or those with a platform whose newest value is `n`. */
export function hitsOf(
  { feature, clients, partial }: Pick<Row, 'feature' | 'clients' | 'partial'>,
  features: Readonly<Record<string, FeatureSupport>>,
): string[] {
  const support = features[feature ?? '']?.support ?? {};
  const missing = partial === true ? /^[na]/ : /^n/;
  return lookClients
    .filter(({ id, platforms }) =>
      clients === undefined
        ? platforms.some((platform) => missing.test(support[platform] ?? 'u'))
        : clients === 'all' || clients.includes(id),
    )
    .map(({ id }) => id);
}

export type LookRule = (typeof lookRules)[number];

/** A rule has `value` null for every value; of an element, each of `attributes` has such a value. */
export const lookRules = rulesFile.rules.map((row) => {
  const { id, effect, feature, find, guards, says, instead, sources } = row;
  const pattern = (text: string) => new RegExp(text, 'i');
  return {
    ...{ id, effect, feature, says, instead, source: sources[0] ?? '' },
    guards: guards as string[],
    // A rule of its own code is found by that code.
    kind: find.kind === 'own' ? (find.name ?? id) : find.kind,
    names: find.names ?? [],
    value: find.value === undefined ? null : pattern(find.value),
    attributes: Object.entries(find.attributes ?? {}).map(
      ([name, value]) => [name, pattern(value)] as const,
    ),
    // In the order of the file.
    clients: hitsOf(row, lookFeatures),
  };
});
