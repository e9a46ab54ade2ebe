import { isPermitted } from '../permitted.ts';

/** What a browser makes of a mail. */
export interface Reading {
  /** The mail's elements with the names of their attributes, and its style's rules, in order. */
  readonly shape: readonly string[];
  /** The scheme of each attribute that holds an address, in order. */
  readonly schemes: readonly string[];
  /** The schemes that its styles fetch from. A declaration that the browser does not know is left out. */
  readonly fetched: readonly string[];
  /** Whether a script set `window.ran`. */
  readonly ran: boolean;
}

/**
 * What hostile values did to a mail, in sentences; none where they did nothing. `plain` is the same mail
 * with harmless values: what the author wrote is in both.
 */
export function faultsOf(hostile: Reading, plain: Reading): string[] {
  return [
    ...(hostile.ran ? ['A value ran a script'] : []),
    ...changesOf(hostile.shape, plain.shape),
    ...schemesMade(hostile, plain).map((scheme) => `A value made the scheme ${scheme}`),
  ];
}

/** Only the first change: those behind it mostly follow from it. */
function changesOf(found: readonly string[], wanted: readonly string[]): string[] {
  const length = Math.max(found.length, wanted.length);
  for (let at = 0; at < length; at++) {
    const [is, was] = [found[at] ?? 'the end', wanted[at] ?? 'the end'];
    if (is !== was) return [`A value changed ${was} to ${is}`];
  }
  return [];
}

function schemesMade(hostile: Reading, plain: Reading): string[] {
  const made = [
    ...hostile.schemes.filter((scheme, index) => scheme !== plain.schemes[index]),
    ...hostile.fetched.filter((scheme) => !plain.fetched.includes(scheme)),
  ];
  return [...new Set(made)].filter((scheme) => !isPermitted(scheme));
}
