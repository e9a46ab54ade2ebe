import { refusals } from '../engine/errors.ts';
import type { UnsubscribeSteps } from '../engine/flow/plan.ts';
import type { Variables } from '../engine/flow/variables.ts';
import { maxUnsubscribeCharacters } from '../engine/limits.ts';
import { PlainOutput } from '../engine/render/program/output.ts';
import { runProgram } from '../engine/render/program/run-program.ts';

/** Why a request, or a flow, cannot have its address to unsubscribe. */
export interface UnsubscribeProblem {
  ok: false;
  field: '_unsubscribe';
  /** A whole sentence, which does not repeat the address. */
  error: string;
}

/** Why a request's `_unsubscribe` cannot be used; null if it can, or was not given. */
export function unsubscribeProblem(address: string | null | undefined): UnsubscribeProblem | null {
  const complaint = address ? addressComplaint(address) : null;
  if (complaint === null) return null;
  return { ok: false, field: '_unsubscribe', error: `_unsubscribe ${complaint}` };
}

/** The address to unsubscribe as a flow's provider node prints it, or why it cannot be used. */
export type RenderedUnsubscribe =
  | { ok: true; address: string }
  /** `missing`: the names of the variables that it needs; empty if the address itself is wrong. */
  | { ok: false; field: string; error: string; missing: readonly string[] };

/** Prints a provider node's address to unsubscribe. Throws the refusals `wrongType` and `overLimit`. */
export function renderUnsubscribe(
  steps: UnsubscribeSteps,
  variables: Variables,
): RenderedUnsubscribe {
  const missing: string[] = [];
  const address = runProgram(steps, variables, new PlainOutput('unsubscribe'), missing);
  const [first] = missing;
  if (first !== undefined) {
    const error = refusals.missingVariables.sentence([...new Set(missing)]);
    return { ok: false, field: first, error, missing };
  }
  const complaint = addressComplaint(address);
  if (complaint === null) return { ok: true, address };
  const error = `The address to unsubscribe of the flow ${complaint}`;
  return { ok: false, field: '_unsubscribe', error, missing };
}

/** Printable ASCII without `"`, `\` and the characters that end an address in `List-Unsubscribe` (RFC 2369 §2). */
const plain = /^[!#-+\--;=?-[\]-~]+$/;

/** What is wrong with an address to unsubscribe, as a sentence without its subject. RFC 8058 §3.1 demands https. */
export function addressComplaint(address: string): string | null {
  if (!address.startsWith('https://')) return 'must begin with https://';
  if (address.length > maxUnsubscribeCharacters) {
    return `must not have more than ${maxUnsubscribeCharacters} characters`;
  }
  if (!plain.test(address)) {
    return 'must be printable ASCII without spaces, commas, quotes, backslashes and angle brackets: encode other characters, as in %20';
  }
  const url = URL.parse(address);
  if (url === null || !/[^.]\.[^.]/.test(url.hostname)) {
    return 'must have a host, such as acme.example';
  }
  return url.username + url.password === '' ? null : 'must not have a user or a password';
}
