import { refuse } from '../../errors.ts';
import { maxRenderedBytes, maxRenderedNodes } from '../../limits.ts';
import { lookUp, type Variables } from './look-up.ts';
import type { Output } from './output.ts';
import type { PlaceholderStep, Program, SectionStep } from './program.ts';
import { checkBytes, tooLarge } from './rendered-size.ts';

/**
 * Renders one part of a template. The names of variables that were reached and have neither a value
 * nor a default are appended to `missing`.
 *
 * @throws {Refusal} `wrongType` where a placeholder's value cannot be printed, `overLimit` as soon
 * as more was printed, or more placeholders, sections and items were visited, than a rendering may
 */
export function runProgram(
  program: Program,
  variables: Variables,
  output: Output,
  missing: string[],
): string {
  const run = new Run(variables, output, missing);
  let printed = '';
  for (let at = 0; at < program.length; at++) {
    const step = program[at];
    if (typeof step === 'string') {
      printed += output.text(step);
      continue;
    }
    if (step === undefined) break;
    if (typeof step === 'number' || step.kind === 'list') printed += output.layout(step);
    else if (step.kind === 'value') printed += run.print(step);
    else if (step.kind === 'close') at = run.next() ? step.start : at;
    else at = run.enter(step) ? at : step.end;
    if (printed.length > maxRenderedBytes) throw tooLarge(output.what);
  }
  return checkBytes(output.what, printed + output.end());
}

/** A section that is being rendered. */
type Loop = {
  /** What is the current item in turn; empty where the section has none. */
  readonly items: readonly unknown[];
  /** How many of them were begun. */
  begun: number;
};

class Run {
  private readonly output: Output;
  private readonly missing: string[];
  /** The variables, and the current item of each section that has one. */
  private readonly scopes: unknown[];
  private readonly loops: Loop[] = [];
  private visited = 0;

  constructor(variables: Variables, output: Output, missing: string[]) {
    this.scopes = [variables];
    this.output = output;
    this.missing = missing;
  }

  print({ name, path, isRaw, default: fallback }: PlaceholderStep): string {
    this.count();
    const value = lookUp(this.scopes, name, path);
    if (typeof value === 'string') return isRaw ? this.output.raw(value) : this.output.value(value);
    if (typeof value === 'number' || typeof value === 'boolean') {
      return this.output.value(String(value));
    }
    if (value !== null && value !== undefined) throw unprintable(name, value);
    if (fallback !== null) return this.output.default(fallback);
    this.missing.push(name);
    return '';
  }

  /** Begins a section with its first item; false where it is to be skipped. */
  enter({ name, path, isInverted }: SectionStep): boolean {
    this.count();
    const value = lookUp(this.scopes, name, path);
    if (isEmpty(value) !== isInverted) return false;
    const items = isInverted ? [] : itemsOf(value);
    this.loops.push({ items, begun: 1 });
    if (items.length > 0) this.scopes.push(items[0]);
    return true;
  }

  /** Goes on to the next item of the innermost section; false where it has none, and ends. */
  next(): boolean {
    const loop = this.loops.at(-1);
    if (loop === undefined) return false;
    if (loop.begun < loop.items.length) {
      this.count();
      this.scopes[this.scopes.length - 1] = loop.items[loop.begun++];
      return true;
    }
    this.loops.pop();
    if (loop.items.length > 0) this.scopes.pop();
    return false;
  }

  private count(): void {
    this.visited += 1;
    if (this.visited <= maxRenderedNodes) return;
    const limit = maxRenderedNodes.toLocaleString('en-US');
    throw refuse('overLimit', 'Rendered template', `${limit} placeholders, sections and items`);
  }
}

/** What skips a section, as in mustache.js: false, null, nothing, `[]`, `""` and `0`. */
export function isEmpty(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}

/** `true` has no item of its own: inside it, the outer one stays. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === true ? [] : [value];
}

function unprintable(name: string, value: unknown) {
  const found = Array.isArray(value) ? 'an array' : 'an object';
  const field = name === '.' ? '{{.}}' : name;
  return refuse('wrongType', field, 'a string, number or boolean', found);
}
