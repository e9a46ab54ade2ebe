import { isDeliveryField } from '../../shared/engine/flow/delivery.ts';
import { lookUp, type VariableDefault, withDefaults } from '../../shared/engine/flow/variables.ts';
import type { Program } from '../../shared/engine/render/program/program.ts';
import { Findings } from './findings.ts';
import { type Around, Scopes } from './scopes.ts';
import { requireUnfit } from './unfit-defaults.ts';
import { UsedValue } from './used-value.ts';

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

export interface TypedProgram {
  program: Program;
  /** Whether a rendering prints it, so that its variables must be there. */
  isRendered: boolean;
}

/**
 * What a template uses of its variables. If every value that it calls required is there, no variable is missing in a
 * rendering.
 *
 * A name in a section can belong to the section's item or to what is around it. It belongs to the same value as a
 * section of that name around it; else the test data decides; else it belongs to what is around the section if it is
 * used there too, and to the item if it is not.
 */
export function inferValues(template: TypedTemplate): UsedValue {
  const found = new Findings();
  for (;;) {
    const root = new Inference(template, found).run();
    if (found.addFrom(root)) continue;
    if (template.runsFlow) requireUnfit(root, template.defaults);
    return root;
  }
}

class Inference {
  private readonly template: TypedTemplate;
  private readonly found: Findings;
  private readonly root: UsedValue;
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
      this.walk(program, [0, program.length], [], isRendered);
    }
    for (const { name, isPrinted } of needed) {
      if (isDeliveryField(name)) continue;
      const values = isPrinted ? this.print(name, []) : this.valuesOf(name, []);
      if (runsFlow) this.need(values, []);
    }
    for (const { name } of defaults) this.valuesOf(name, []);
    requireHiding(this.root);
    return this.root;
  }

  private walk(
    program: Program,
    [start, end]: [number, number],
    arounds: readonly Around[],
    isRendered: boolean,
  ): void {
    for (let at = start; at < end; at++) {
      const step = program[at];
      if (typeof step !== 'object') continue;
      if (step.kind === 'value' || step.kind === 'guarded') {
        const values = this.print(step.name, arounds);
        if (isRendered && step.default === null) this.need(values, arounds);
      }
      if (step.kind !== 'section') continue;
      const inner = step.isInverted
        ? this.test(step.name, arounds)
        : this.enter(step.name, arounds);
      this.walk(program, [at + 1, step.end], inner, isRendered);
      at = step.end;
    }
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

  /** An inverted section enters nothing. */
  private test(name: string, arounds: readonly Around[]): readonly Around[] {
    if (name !== '.') this.valuesOf(name, arounds);
    return arounds;
  }

  private enter(name: string, arounds: readonly Around[]): readonly Around[] {
    const values = name === '.' ? [] : this.valuesOf(name, arounds);
    const value = values.at(-1);
    // The current item as a section enters itself.
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
    // A number, which has no names.
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

  /** Makes values required that a section around them, or the flow's defaults, do not guarantee. */
  private need(values: readonly UsedValue[], arounds: readonly Around[]): void {
    const given = this.defaultedParts(values);
    values.forEach((value, at) => {
      if (at >= given && !this.scopes.isGuaranteed(value, arounds)) value.isRequired = true;
    });
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

/**
 * Makes an item's field required if a value around the item has one of that name: without the item's own, a rendering
 * takes the outer one, whose parts are others.
 */
function requireHiding(value: UsedValue): void {
  for (const [name, field] of value.fields) {
    const hasParts = field.isSection || field.fields.size > 0;
    if (hasParts && [...value.around].some(({ fields }) => fields.has(name))) {
      field.isRequired = true;
    }
    requireHiding(field);
  }
}
