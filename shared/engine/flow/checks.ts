import { refuse } from '../errors.ts';
import { lookUpLanguage } from '../language/look-up-language.ts';
import { maxPatternInputCharacters } from '../limits.ts';
import { givenText } from './delivery.ts';
import { inputValue, isEmpty } from './input-value.ts';
import { type FlowOutcome, flowError, validationFailed } from './outcome.ts';
import { loadPattern } from './pattern.ts';
import type { CheckOf, FlowCheck } from './plan.ts';
import type { FlowInput, FlowPorts } from './ports.ts';

type CheckPorts = Pick<FlowPorts<unknown>, 'recipientDomain' | 'lookupDomain'>;

/**
 * Runs one verification; returns the outcome that ends the flow, or null.
 *
 * @throws {Refusal} `noDnsAnswer`: any verdict would be a guess
 */
export function runCheck(
  check: FlowCheck,
  input: FlowInput,
  ports: CheckPorts,
): Promise<FlowOutcome | null> | FlowOutcome | null {
  switch (check.kind) {
    case 'email_domain':
      return checkDomain(input, ports);
    case 'required_fields':
      return checkRequired(check, input);
    case 'regex':
      return checkPattern(check, input);
  }
}

async function checkDomain(input: FlowInput, ports: CheckPorts): Promise<FlowOutcome | null> {
  const to = givenText(input.delivery, '_to');
  if (to === null) return validationFailed('_to', '_to is required');
  const address = ports.recipientDomain(to);
  if (!address.ok) return validationFailed('_to', address.error);
  const verdict = await ports.lookupDomain(address.domain);
  if (verdict === 'no answer') throw refuse('noDnsAnswer');
  if (!verdict.domain) return validationFailed('_to', 'The domain of _to does not exist');
  if (!verdict.mxRecords) return validationFailed('_to', 'The domain of _to has no MX records');
  return null;
}

function checkRequired(
  { fields }: CheckOf<'required_fields'>,
  input: FlowInput,
): FlowOutcome | null {
  const missing = fields.filter((field) => isEmpty(inputValue(input, field)));
  const [first] = missing;
  if (first === undefined) return null;
  return validationFailed(first, `Required fields are missing or empty: ${missing.join(', ')}`);
}

async function checkPattern(
  { field, pattern, message }: CheckOf<'regex'>,
  input: FlowInput,
): Promise<FlowOutcome | null> {
  const compiled = await loadPattern(pattern);
  if (!compiled.ok) return flowError(`A stored pattern does not compile: ${compiled.problem}`);
  const problem = mismatch(inputValue(input, field), compiled.search);
  return problem === null
    ? null
    : validationFailed(field, messageIn(message, input.languages) ?? `${field} ${problem}`);
}

/** A node's message in the first of the wanted languages that it has, or in the message's own first language. */
function messageIn(
  message: CheckOf<'regex'>['message'],
  languages: FlowInput['languages'] = [],
): string | null {
  if (message === null || typeof message === 'string') return message;
  const tags = Object.keys(message);
  const [found] = languages.map((tag) => lookUpLanguage(tag, tags)).filter((tag) => tag !== null);
  return message[found ?? tags[0] ?? ''] ?? null;
}

/** Searches the value as a placeholder would print it. Returns what is wrong, or null. */
function mismatch(value: unknown, search: (text: string) => boolean): string | null {
  if (value === undefined || value === null) return 'is required';
  if (typeof value === 'object')
    return `must be a string, number or boolean, found an ${Array.isArray(value) ? 'array' : 'object'}`;
  const text = String(value);
  if (text.length > maxPatternInputCharacters)
    return `is longer than ${maxPatternInputCharacters.toLocaleString('en')} characters`;
  return search(text) ? null : 'does not match the pattern';
}
