import { refuse } from '../../errors.ts';
import { maxRenderedBytes, maxRenderedNodes } from '../../limits.ts';
import { fieldOf, GuardCheck } from './guard.ts';
import { lookUp, scopeOf, type Variables } from './look-up.ts';
import type { Output } from './output.ts';
import { percentEncode } from './percent-encode.ts';
import type { CloseStep, GuardedStep, PlaceholderStep, Program, SectionStep } from './program.ts';
import { checkBytes, tooLarge } from './rendered-size.ts';

/**
 * Renders one part of a template; names without a value or a default are added to `missing`.
 *
 * @throws {Refusal} `wrongType` for a value that cannot be printed, `unsafe…` for one that fails the check of its
 * place, `overLimit` as soon as too much is printed or visited
 */
export function runProgram(
  program: Program,
  variables: Variables,
  output: Output,
  missing: string[],
): string {
  const sections = new Sections(variables);
  const { scopes } = sections;
  const guards = new GuardCheck();
  let visited = 0;
  let printed = '';
  for (let at = 0; at < program.length; at++) {
    const step = program[at];
    if (typeof step === 'string') {
      printed += output.text(step);
      continue;
    }
    if (step === undefined) break;
    if (typeof step === 'number' || step.kind === 'list') {
      printed += output.layout(step);
      continue;
    }
    if (++visited > maxRenderedNodes) throw tooManyNodes();
    if (printed.length > maxRenderedBytes) throw tooLarge(output.part);
    if (step.kind === 'value') printed += print(step, scopes, output, missing);
    else if (step.kind === 'guarded')
      printed += printGuarded(step, scopes, output, missing, guards);
    else at = sections.follow(step, at);
  }
  return checkBytes(output.part, printed + output.end());
}

/** Prints a variable; the name of one that has neither a value nor a default is appended to `missing`. */
function print(
  step: PlaceholderStep,
  scopes: readonly unknown[],
  output: Output,
  missing: string[],
): string {
  const value = lookUp(scopes, step.name, step.path);
  // Nearly every value is a string. With `printOther` apart, V8 can inline this function into the loop.
  return typeof value === 'string' && !step.isRaw
    ? output.value(value)
    : printOther(value, step, output, missing);
}

function printGuarded(
  step: GuardedStep,
  scopes: readonly unknown[],
  output: Output,
  missing: string[],
  guards: GuardCheck,
): string {
  const found = lookUp(scopes, step.name, step.path);
  const value = step.isEncoded ? encoded(found) : found;
  if (typeof value === 'string') {
    guards.passValue(step, value);
    return step.isRaw ? output.raw(value) : output.value(value);
  }
  if (value === null || value === undefined) guards.passDefault(step);
  else if (isPrintable(value)) guards.passValue(step, String(value));
  return printOther(value, step, output, missing);
}

/** A value as `{{%name}}` prints it; a value that cannot be printed is returned unchanged. */
function encoded(value: unknown): unknown {
  return value === undefined || !isPrintable(value) ? value : percentEncode(String(value));
}

function printOther(
  value: unknown,
  { name, default: fallback }: PlaceholderStep | GuardedStep,
  output: Output,
  missing: string[],
): string {
  if (value === null || value === undefined) {
    if (fallback !== null) return output.default(fallback);
    missing.push(name);
    return '';
  }
  if (typeof value === 'string') return output.raw(value);
  if (!isPrintable(value)) throw unprintable(name, value);
  // A number or a boolean needs no escaping.
  return output.text(String(value));
}

function isPrintable(value: unknown): boolean {
  return typeof value !== 'object' && typeof value !== 'function';
}

/** A section that is being rendered. */
type Loop = {
  /** The values that become the current item one after the other; empty if the section has none. */
  readonly items: readonly unknown[];
  /** The number of items begun so far. */
  begun: number;
};

/** The sections around the step that is being rendered. */
class Sections {
  /** The variables, and the current item of each section that has one. */
  readonly scopes: unknown[];
  private readonly loops: Loop[] = [];

  constructor(variables: Variables) {
    this.scopes = [scopeOf(variables)];
  }

  /** Enters, repeats, skips or leaves a section. Returns the step after which to go on. */
  follow(step: SectionStep | CloseStep, at: number): number {
    if (step.kind === 'close') return this.next() ? step.start : at;
    return this.enter(step) ? at : step.end;
  }

  /** Begins a section with its first item; false if it is to be skipped. */
  private enter({ name, path, isInverted }: SectionStep): boolean {
    const value = lookUp(this.scopes, name, path);
    if (isEmpty(value) !== isInverted) return false;
    const items = isInverted ? [] : itemsOf(value);
    this.loops.push({ items, begun: 1 });
    if (items.length > 0) this.scopes.push(scopeOf(items[0]));
    return true;
  }

  /** Continues with the next item of the innermost section, or ends the section and returns false. */
  private next(): boolean {
    const loop = this.loops.at(-1);
    if (loop === undefined) return false;
    if (loop.begun < loop.items.length) {
      this.scopes[this.scopes.length - 1] = scopeOf(loop.items[loop.begun++]);
      return true;
    }
    this.loops.pop();
    if (loop.items.length > 0) this.scopes.pop();
    return false;
  }
}

/** Whether a value skips its section, as in mustache.js: false, null, nothing, `[]`, `""` and `0`. */
export function isEmpty(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}

/** The items that a section's value gives. `true` gives none: the outer item stays the current one. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === true ? [] : [value];
}

function unprintable(name: string, value: unknown) {
  const found = Array.isArray(value) ? 'an array' : 'an object';
  return refuse('wrongType', fieldOf(name), 'a string, number or boolean', found);
}

function tooManyNodes() {
  const limit = maxRenderedNodes.toLocaleString('en-US');
  return refuse('overLimit', 'template', `${limit} placeholders, sections and items`);
}
