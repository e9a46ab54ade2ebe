import { isDeliveryField } from '../../engine/flow/delivery.ts';
import { lookUp, type VariableDefault, withDefaults } from '../../engine/flow/variables.ts';
import type { Program } from '../../engine/render/program/program.ts';
import { type Around, Scopes } from './scopes.ts';
import { requireUnfit } from './shape.ts';
import { Findings, UsedValue } from './used-value.ts';

export interface TypedTemplate {
  programs: readonly TypedProgram[];
  /** The values that the flow gives to variables that are not given. */
  defaults: readonly VariableDefault[];
  /** The variables that the flow's verifications need. `isPrinted`: as a text, a number or a boolean. */
  needed: readonly { name: string; isPrinted: boolean }[];
  testData: Record<string, unknown>;
  /** Whether the flow runs: render names its variables, but neither fills nor verifies them. */
  runsFlow: boolean;
}

export interface NamedUse {
  /** Null: the flow requires it in every request. */
  program: Program | null;
  /** As written. */
  name: string;
  /** The names that lead to its value; the items of a list have the list's path. */
  path: readonly string[];
  /** Whether a rendering prints it here, and fails without it. */
  isNeeded: boolean;
  /** The conditions of the sections around it: a value that exists (`#`) or does not exist (`^`). */
  conditions: readonly string[];
}

export interface TypedProgram {
  program: Program;
  /** Whether a rendering prints it, so that its variables must be there. */
  isRendered: boolean;
}

/**
 * What a template uses of its variables. With all required values no variable is missing in a rendering.
 *
 * A name in a section belongs to the same value as an outer section of that name. Without one, the test data decides
 * between the section's item and an outer value; without test data it is the outer value's if it is also used outside,
 * and else the item's.
 */
export function inferValues(template: TypedTemplate): UsedValue {
  const { root } = infer(template);
  if (template.runsFlow) requireUnfit(root, template.defaults);
  return root;
}

/** The places of a template that name a variable, in order, each with the value that `inferValues` finds for it. */
export function inferUses(template: TypedTemplate): readonly NamedUse[] {
  return infer(template).uses;
}

function infer(template: TypedTemplate): Inference {
  const found = new Findings();
  for (;;) {
    const inference = new Inference(template, found);
    if (!found.addFrom(inference.run())) return inference;
  }
}

class Inference {
  private readonly template: TypedTemplate;
  private readonly found: Findings;
  readonly root: UsedValue;
  readonly uses: NamedUse[] = [];
  private readonly scopes: Scopes;

  constructor(template: TypedTemplate, found: Findings) {
    const { programs, defaults, testData } = template;
    this.template = template;
    this.found = found;
    this.root = new UsedValue([], [testData, withDefaults({}, defaults)]);
    this.scopes = new Scopes(
      this.root,
      programs.map(({ program }) => program),
      found,
    );
  }

  run(): UsedValue {
    const { programs, defaults, needed, runsFlow } = this.template;
    for (const { program, isRendered } of programs) {
      this.walk({ program, isRendered }, [0, program.length], [], []);
    }
    for (const { name, isPrinted } of needed) {
      if (isDeliveryField(name)) continue;
      const values = isPrinted ? this.print(name, []) : this.valuesOf(name, []);
      const isNeeded = runsFlow && this.need(values, []);
      this.note({ program: null, name, isNeeded, conditions: [] }, values);
    }
    for (const { name } of defaults) this.valuesOf(name, []);
    requireHiding(this.root);
    return this.root;
  }

  private walk(
    typed: TypedProgram,
    [start, end]: [number, number],
    arounds: readonly Around[],
    conditions: readonly string[],
  ): void {
    const { program, isRendered } = typed;
    for (let at = start; at < end; at++) {
      const step = program[at];
      if (typeof step !== 'object') continue;
      if (step.kind === 'value' || step.kind === 'guarded') {
        const { name } = step;
        const values = this.print(name, arounds);
        const isNeeded = isRendered && step.default === null && this.need(values, arounds);
        this.note({ program, name, isNeeded, conditions }, values);
      }
      if (step.kind !== 'section') continue;
      const { name, isInverted } = step;
      const values = name === '.' ? [] : this.valuesOf(name, arounds);
      this.note({ program, name, isNeeded: false, conditions }, values);
      // An inverted section enters nothing.
      const inner = isInverted ? arounds : this.enter(name, values, arounds);
      const condition = `${isInverted ? '^' : '#'}${JSON.stringify(values.at(-1)?.path ?? [])}`;
      this.walk(typed, [at + 1, step.end], inner, [...conditions, condition]);
      at = step.end;
    }
  }

  private note(use: Omit<NamedUse, 'path'>, values: readonly UsedValue[]): void {
    const path = values.at(-1)?.path;
    if (path !== undefined) this.uses.push({ ...use, path });
  }

  private print(name: string, arounds: readonly Around[]): readonly UsedValue[] {
    if (name === '.') {
      const section = arounds.at(-1)?.values.at(-1);
      if (section !== undefined) section.isPrintedItem = true;
      return [];
    }
    const values = this.valuesOf(name, arounds);
    const value = values.at(-1);
    if (value !== undefined) value.isPrinted = true;
    return values;
  }

  private enter(
    name: string,
    values: readonly UsedValue[],
    arounds: readonly Around[],
  ): readonly Around[] {
    const value = values.at(-1);
    // A section `{{#.}}` enters the current item again.
    if (value === undefined) return arounds;
    const hasItems = this.hasItems(value, name);
    value.isSection = true;
    value.hasItems ||= hasItems;
    for (const outer of [this.root, ...arounds.flatMap((one) => one.values.slice(-1))]) {
      if (outer !== value) value.around.add(outer);
    }
    const owner = this.scopes.ownerOf(name, arounds);
    return [...arounds, { name, owner, values, hasItems }];
  }

  private hasItems(value: UsedValue, name: string): boolean {
    // The value is a number, which has no fields.
    if (name.endsWith('.length')) return false;
    const known = this.found.hasItems(value);
    if (known !== undefined) return known;
    if (value.sampleItems().length > 0) return true;
    return !value.hasSampleScalars() && !this.scopes.isPrinted(name);
  }

  /** The values that a name leads to, from the outermost to its own. */
  private valuesOf(name: string, arounds: readonly Around[]): readonly UsedValue[] {
    const owner = this.scopes.ownerOf(name, arounds);
    const values: UsedValue[] = [];
    for (const part of name.split('.')) {
      const outer = values.at(-1);
      if (outer !== undefined) outer.isDotted ||= part !== 'length';
      values.push((outer ?? owner).field(part));
    }
    return values;
  }

  /** Requires values that no section around and no default of the flow guarantees; returns whether there are any. */
  private need(values: readonly UsedValue[], arounds: readonly Around[]): boolean {
    const given = this.defaultedParts(values);
    const needed = values.filter(
      (value, at) => at >= given && !this.scopes.isGuaranteed(value, arounds),
    );
    for (const value of needed) value.isRequired = true;
    return needed.length > 0;
  }

  /** How many of the values a default of the flow provides, from the outermost one. */
  private defaultedParts(values: readonly UsedValue[]): number {
    const path = values.at(-1)?.path ?? [];
    const { defaults, runsFlow } = this.template;
    if (!runsFlow || path.length !== values.length) return 0;
    const provided = defaults.filter(({ name, value }) => {
      const parts = name.split('.');
      const rest = path.slice(parts.length);
      if (!parts.every((part, at) => part === path[at])) return false;
      const found = lookUp({ value }, ['value', ...rest].join('.'));
      return found !== undefined && found !== null;
    });
    return Math.max(0, ...provided.map(({ name }) => name.split('.').length));
  }
}

/** Makes an item's field required if an outer value has one of that name, which a rendering would take instead. */
function requireHiding(value: UsedValue): void {
  for (const [name, field] of value.fields) {
    const hasParts = field.isSection || field.fields.size > 0;
    if (hasParts && [...value.around].some(({ fields }) => fields.has(name))) {
      field.isRequired = true;
    }
    requireHiding(field);
  }
}
