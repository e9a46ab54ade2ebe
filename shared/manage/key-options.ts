import { maxAllowCharacters, maxKeyEntries, maxScopeCharacters } from '../engine/limits.ts';
import { didYouMean } from '../engine/nearest.ts';
import { addressRefusals } from '../engine/verify/address-refusals.ts';
import { parseDomain } from '../engine/verify/domain-name.ts';
import { isId } from '../id.ts';
import { scopeNames } from '../keys/scopes.ts';
import type { TestDelivery } from '../keys/test-delivery.ts';
import { addressProblem, checkAddress } from './address.ts';
import { ManageError, type ManageProblem } from './manage-error.ts';

/** What a key is for, fixed at its creation. */
export interface KeyOptions {
  /** Makes a test key. Absent: a live key. */
  test?: TestDelivery | undefined;
  /** See `ScopedKey`. Absent: a key without scopes. */
  scopes?: readonly string[] | undefined;
}

/** The options as users give them, and as a key shows them. */
export interface WrittenKeyOptions {
  mode: 'live' | 'test';
  redirectTo?: string | undefined;
  allow?: readonly string[] | undefined;
  scopes?: readonly string[] | undefined;
}

/** @throws {ManageError} for a live key with `redirectTo` or `allow` */
export function readKeyOptions({ mode, redirectTo, allow, scopes }: WrittenKeyOptions): KeyOptions {
  if (mode === 'test') return { test: { redirectTo, allow }, scopes };
  const given = { redirectTo, allow: allow?.length ? allow : undefined };
  throwIfAny(
    Object.entries(given).flatMap(([field, value]) =>
      value === undefined ? [] : wrong(field, `${field} is only for a test key`),
    ),
  );
  return { scopes };
}

export function writtenKeyOptions({ test, scopes }: KeyOptions): WrittenKeyOptions {
  return {
    mode: test ? 'test' : 'live',
    ...(test?.redirectTo !== undefined && { redirectTo: test.redirectTo }),
    ...(test?.allow && { allow: test.allow }),
    ...(scopes && { scopes }),
  };
}

/**
 * The options as a key keeps them: domains in A-labels, the allow-list in lower case, no entry twice.
 *
 * @throws {ManageError} with each problem
 */
export function checkKeyOptions({ test, scopes }: KeyOptions): KeyOptions {
  const entries = test?.allow?.map(readAllowed) ?? [];
  const allow = distinct(entries.filter((entry) => typeof entry === 'string'));
  const { redirectTo } = test ?? {};
  throwIfAny([
    ...(redirectTo === undefined ? [] : [addressProblem(redirectTo, 'redirectTo') ?? []].flat()),
    ...entries.filter((entry) => typeof entry !== 'string'),
    ...sizeProblems('allow', allow, maxAllowCharacters),
    ...(scopes?.length === 0 ? wrong('scopes', 'scopes must have at least one scope') : []),
    ...(scopes ?? []).flatMap(scopeProblem),
    ...sizeProblems('scopes', distinct(scopes ?? []), maxScopeCharacters),
  ]);
  return {
    ...(test && {
      test: {
        ...(redirectTo !== undefined && { redirectTo: checkAddress(redirectTo, 'redirectTo') }),
        ...(allow.length > 0 && { allow }),
      },
    }),
    ...(scopes && { scopes: distinct(scopes) }),
  };
}

/** An entry of the allow-list in the form in which it is compared, or its problem. */
function readAllowed(entry: string): string | ManageProblem {
  if (entry.startsWith('@')) {
    const parsed = parseDomain(entry.slice(1));
    return parsed.ok ? `@${parsed.domain}` : badAllowed(entry, addressRefusals[parsed.reason]);
  }
  const problem = addressProblem(entry, 'allow');
  const domain = entry.replace(/^\*@/, '');
  if (parseDomain(domain).ok) return badAllowed(entry, `write @${domain} for the whole domain`);
  return problem ?? checkAddress(entry).toLowerCase();
}

function badAllowed(entry: string, reason: string): ManageProblem {
  const message = `${JSON.stringify(entry)} is neither an address nor a domain such as @example.com: ${reason}`;
  return { code: 'bad-address', field: 'allow', message };
}

function scopeProblem(scope: string): ManageProblem[] {
  const [name = '', template, ...more] = scope.split(':');
  const hasName = scopeNames.some((known) => known === name);
  if (hasName && template === undefined) return [];
  const isTemplate = template === '*' || isId(template?.replace(/\*$/, '') ?? '');
  if (hasName && name !== 'verify' && isTemplate && more.length === 0) return [];
  const meant = hasName ? '' : didYouMean(name, scopeNames);
  return wrong(
    'scopes',
    `${JSON.stringify(scope)} is not a scope${meant}: the scopes are ${listed(scopeNames)}, all but verify also with a template's id, or the beginning of one and a *, as in execute:invoice-*`,
  );
}

function sizeProblems(
  field: 'allow' | 'scopes',
  entries: readonly string[],
  maxCharacters: number,
): ManageProblem[] {
  if (entries.length > maxKeyEntries) {
    return wrong(field, `${field} must not have more than ${maxKeyEntries} entries`);
  }
  if (entries.join('').length <= maxCharacters) return [];
  return wrong(field, `${field} must not have more than ${maxCharacters} characters together`);
}

const wrong = (field: string, message: string): ManageProblem[] => [
  { code: field === 'scopes' ? 'bad-scope' : 'bad-test-key', field, message },
];

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const distinct = (entries: readonly string[]) => [...new Set(entries)];

function throwIfAny(problems: readonly ManageProblem[]): void {
  if (problems.length === 0) return;
  throw new ManageError(problems.map(({ message }) => message).join('; '), problems);
}
