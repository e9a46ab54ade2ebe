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
  const faults: string[] = [];
  if (hostile.ran) faults.push('A script of a value ran');
  const at = hostile.shape.findIndex((part, index) => part !== plain.shape[index]);
  if (at !== -1) faults.push(`${hostile.shape[at]} is there instead of ${plain.shape[at]}`);
  else if (hostile.shape.length < plain.shape.length) {
    faults.push(`${plain.shape[hostile.shape.length]} is gone`);
  }
  const made = hostile.schemes.filter((scheme, index) => scheme !== plain.schemes[index]);
  const fetched = hostile.fetched.filter((scheme) => !plain.fetched.includes(scheme));
  for (const scheme of [...made, ...fetched]) {
    if (!isPermitted(scheme)) faults.push(`A value made the scheme ${scheme}`);
  }
  return faults;
}
