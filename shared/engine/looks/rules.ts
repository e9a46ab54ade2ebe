import rulesFile from './data/rules.json' with { type: 'json' };
import supportFile from './data/support.json' with { type: 'json' };

/** What caniemail says of a feature: `y`, `a` (in part), `n` or `u` by platform, with the numbers of its notes. */
export interface FeatureSupport {
  /** The date of the last test. */
  tested: string;
  support: Readonly<Record<string, string>>;
}

export interface LookClient {
  id: string;
  name: string;
  /** Its share of the readers, which is our assumption. */
  weight: number;
  isDefault: boolean;
  platforms: readonly string[];
}

/** A row of `rules.json`. */
export interface LookRule {
  id: string;
  effect: 'breaks' | 'degrades';
  feature: string | null;
  kind: string;
  /** In lower case. */
  names: readonly string[];
  /** Undefined: every value. */
  value: RegExp | undefined;
  /** Of an element: each of these attributes has such a value; a missing one counts as empty. */
  attributes: readonly (readonly [name: string, value: RegExp])[];
  guards: readonly string[];
  says: string;
  instead: string;
  source: string;
  /** The clients that it hits, in the order of the file. */
  clients: readonly string[];
}

/** Each feature that a rule names. The file has the values of a feature in the order of its platforms. */
export const lookFeatures: Readonly<Record<string, FeatureSupport>> = Object.fromEntries(
  Object.entries(supportFile.features).map(([id, { tested, values }]) => {
    const written = values.split('|');
    const known = supportFile.platforms.map((platform, at) => [platform, written[at] ?? '']);
    return [id, { tested, support: Object.fromEntries(known.filter(([, value]) => value !== '')) }];
  }),
);

export const lookClients: readonly LookClient[] = Object.entries(rulesFile.clients).map(
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

export const lookRules: readonly LookRule[] = rulesFile.rules.map((row) => {
  const { id, effect, feature, find, guards, says, instead, sources } = row;
  return {
    ...{ id, feature, guards, says, instead, source: sources[0] ?? '' },
    effect: effect === 'breaks' ? 'breaks' : 'degrades',
    // A rule of its own code is found by that code.
    kind: find.kind === 'own' ? (find.name ?? id) : find.kind,
    names: find.names ?? [],
    value: find.value === undefined ? undefined : new RegExp(find.value, 'i'),
    attributes: Object.entries(find.attributes ?? {}).map(
      ([name, value]) => [name, new RegExp(value, 'i')] as const,
    ),
    clients: hitsOf(row, lookFeatures),
  };
});
