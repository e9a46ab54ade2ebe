import { isPermitted } from '../structure.ts';

/** A mail as a browser reads it. */
export interface Reading {
  /** The mail's elements with the names of their attributes, and its style's rules, in order. */
  readonly shape: readonly string[];
  /** The scheme of each attribute that holds an address, in order. */
  readonly schemes: readonly string[];
  /** The schemes that its styles fetch from, without declarations that the browser does not know. */
  readonly fetched: readonly string[];
  /** The host of each of these addresses, in the same order. */
  readonly hosts: readonly string[];
  /** Whether a script set `window.ran`. */
  readonly ran: boolean;
}

/**
 * A sentence for each change that hostile values made to a mail. `plain` is the same mail
 * with harmless values: both have everything that the author wrote.
 */
export function faultsOf(hostile: Reading, plain: Reading): string[] {
  return [
    ...(hostile.ran ? ['A value ran a script'] : []),
    ...changesOf(hostile.shape, plain.shape),
    ...schemesMade(hostile, plain).map((scheme) => `A value made the scheme ${scheme}`),
    ...hostsMade(hostile, plain).map((host) => `A value made the host ${host}`),
  ];
}

/** Only the first change: later ones mostly follow from it. */
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

/** Hosts that replaced an author's host. Ignores addresses without a host, and declarations that only one mail has. */
function hostsMade({ hosts }: Reading, plain: Reading): string[] {
  if (hosts.length !== plain.hosts.length) return [];
  const isOwn = (host: string | undefined) =>
    host !== undefined && /^(?:.+\.)?shop\.example$/.test(host);
  const made = hosts.filter(
    (host, index) => host !== '' && isOwn(plain.hosts[index]) && !isOwn(host),
  );
  return [...new Set(made)];
}
