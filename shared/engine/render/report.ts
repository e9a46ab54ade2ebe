import type { TemplatePrograms } from './compiled-template.ts';
import { lookUp, type Variables } from './program/look-up.ts';
import type { GuardedStep, PlaceholderStep, Program, SectionStep } from './program/program.ts';
import { isEmpty, itemsOf } from './program/run-program.ts';

/** How each variable was used, by the names that the template writes; each list in order. */
export interface VariableReport {
  /** Reached by the rendering, with a value. */
  readonly used: readonly string[];
  /** Printed as their defaults. */
  readonly defaulted: readonly string[];
  /** Reached by the rendering, with neither a value nor a default: nothing was printed. */
  readonly missing: readonly string[];
  /** Given by the caller, but named nowhere in the template. */
  readonly unknown: readonly string[];
}

/** How a rendering that has succeeded used the variables; limits are not checked again. */
export function reportVariables(
  { subject, html, text }: TemplatePrograms,
  variables: Variables,
): VariableReport {
  const programs = [subject, html, text ?? []];
  const report = new VariableWalk();
  for (const program of programs) report.walk(program, 0, program.length, [variables]);
  const known = new Set(programs.flatMap(firstNames));
  return {
    used: [...report.used],
    defaulted: [...report.defaulted],
    missing: [...report.missing],
    unknown: Object.keys(variables).filter((name) => !known.has(name)),
  };
}

class VariableWalk {
  readonly used = new Set<string>();
  readonly defaulted = new Set<string>();
  readonly missing = new Set<string>();

  /** Walks the steps from `start` up to, not including, `end`; `scopes` as in `lookUp`. */
  walk(program: Program, start: number, end: number, scopes: readonly unknown[]): void {
    for (let at = start; at < end; at++) {
      const step = program[at];
      if (typeof step !== 'object') continue;
      if (step.kind === 'value' || step.kind === 'guarded')
        this.reach(step, lookUp(scopes, step.name, step.path));
      if (step.kind !== 'section') continue;
      this.enter(program, at, step, scopes);
      at = step.end;
    }
  }

  private reach(step: PlaceholderStep | GuardedStep, value: unknown): void {
    if (step.name === '.') return;
    if (value !== null && value !== undefined) this.used.add(step.name);
    else if (step.default !== null) this.defaulted.add(step.name);
    else this.missing.add(step.name);
  }

  private enter(
    program: Program,
    at: number,
    { name, path, isInverted, end }: SectionStep,
    scopes: readonly unknown[],
  ): void {
    const value = lookUp(scopes, name, path);
    if (name !== '.' && value !== null && value !== undefined) this.used.add(name);
    if (isEmpty(value) !== isInverted) return;
    const items = isInverted ? [] : itemsOf(value);
    if (items.length === 0) this.walk(program, at + 1, end, scopes);
    for (const item of items) this.walk(program, at + 1, end, [...scopes, item]);
  }
}

/** The variables that a program names; for a dotted name, its first part. */
function firstNames(program: Program): string[] {
  return program.flatMap((step) =>
    typeof step === 'object' && 'name' in step ? [step.path?.[0] ?? step.name] : [],
  );
}
