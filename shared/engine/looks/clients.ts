import type { ClientWeights } from './finding.ts';
import { lookClients } from './rules.ts';

/** The clients that are judged if the settings name none. */
export const defaultClients: ClientWeights = Object.fromEntries(
  lookClients.flatMap(({ id, isDefault, weight }) => (isDefault ? [[id, weight]] : [])),
);

/**
 * The weights of the mail clients that a setting or an option names: of a list, all the same; else as they are given.
 * A sentence if they cannot be used.
 */
export function readClients(
  given: readonly string[] | Readonly<Record<string, number>>,
): ClientWeights | string {
  const isList = Array.isArray(given);
  const ids: string[] = isList ? [...new Set(given)] : Object.keys(given);
  const unknown = ids.find((id) => !lookClients.some((client) => client.id === id));
  if (unknown !== undefined) {
    const known = lookClients.map(({ id }) => id).join(', ');
    return `there is no client ${JSON.stringify(unknown)}, only ${known}`;
  }
  if (ids.length === 0) return 'it names no client';
  if (isList) return Object.fromEntries(ids.map((id) => [id, 1 / ids.length]));
  const weights = { ...given } as Record<string, number>;
  const shares = Object.values(weights);
  if (shares.some((share) => !(share > 0))) return 'each share must be above 0';
  const sum = shares.reduce((whole, share) => whole + share, 0);
  return sum > 1 + 1e-9 ? 'the shares must be at most 1 together' : weights;
}
