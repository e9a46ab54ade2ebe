import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { lookUp } from '../../../../../shared/engine/flow/variables.ts';
import { type Data, isData } from '../../../draft/test-data.ts';

export interface Shape {
  isPrinted: boolean;
  isSection: boolean;
  /** `{{.}}` prints its items. */
  hasPlainItems: boolean;
  fallback: string | null;
  /** Of each item of a list, or of the object. */
  members: Shapes;
}

export type Shapes = Map<string, Shape>;

// What `data` has decides where a name within a section is looked up.
export function shapesOf(variables: readonly TemplateVariable[], data: Data): Shapes {
  const shapes: Shapes = new Map();
  for (const variable of variables) insert(shapes, variable, data);
  return shapes;
}

function insert(shapes: Shapes, variable: TemplateVariable, data: Data): void {
  const { name, within, uses, defaults } = variable;
  let scope: Scope = { shapes, data };
  let outer = scope;
  // A section that prints its own name prints itself, not a member.
  const around = within.includes(name) ? within.slice(0, within.indexOf(name)) : within;
  for (const section of around) {
    outer = scope;
    scope = enter(scope, section);
  }
  const owner = around.at(-1);
  if (name === '.' && owner !== undefined) shapeAt(outer.shapes, owner).hasPlainItems = true;
  // The length of a list is not a separate value.
  if (name === '.' || name.endsWith('.length')) return;
  const shape = shapeAt(scope.shapes, name);
  shape.isPrinted ||= uses.includes('value') || uses.includes('raw');
  shape.isSection ||= uses.includes('section') || uses.includes('inverted');
  shape.fallback ??= defaults[0] ?? null;
}

interface Scope {
  shapes: Shapes;
  data: Data;
}

/** A section over a text or `true` does not change where names are looked up. */
function enter(scope: Scope, section: string): Scope {
  if (section === '.') return scope;
  const value = lookUp(scope.data, section);
  const [item] = Array.isArray(value) ? value : [value];
  const isEntered =
    value === undefined || value === null ? !isYesOrNo(section) : typeof value === 'object';
  if (!isEntered) return scope;
  return { shapes: shapeAt(scope.shapes, section).members, data: isData(item) ? item : {} };
}

function shapeAt(shapes: Shapes, name: string): Shape {
  const [first = '', ...rest] = name.split('.');
  const known = shapes.get(first) ?? noShape();
  shapes.set(first, known);
  return rest.length === 0 ? known : shapeAt(known.members, rest.join('.'));
}

const noShape = (): Shape => ({
  ...{ isPrinted: false, isSection: false, hasPlainItems: false, fallback: null },
  members: new Map(),
});

/** Whether a name sounds like a yes or no, as `isPaid` and `has_discount` do. */
export function isYesOrNo(name: string): boolean {
  return /^(is|has|have|can|show|should|with|was|no)(?=[A-Z_-])/.test(name.split('.').at(-1) ?? '');
}
