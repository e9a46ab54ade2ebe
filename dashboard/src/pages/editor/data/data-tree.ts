import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { lookUp } from '../../../../../shared/engine/flow/variables.ts';
import { type Data, dataIn, isData } from '../../../draft/test-data.ts';

/** Names of fields, and numbers of rows from 0. */
export type DataPath = readonly (string | number)[];

interface NodeBasics {
  name: string;
  path: DataPath;
  isGiven: boolean;
}

export type DataNode =
  /** `fallback`: printed without a value. */
  | (NodeBasics & { kind: 'text'; value: string; isNumber: boolean; fallback: string | null })
  | (NodeBasics & { kind: 'flag'; value: boolean })
  | (NodeBasics & { kind: 'group'; fields: DataNode[] })
  /** `blank`: the item of a new row. */
  | (NodeBasics & { kind: 'list'; items: unknown[]; rows: DataRow[]; blank: unknown })
  /** A structure that the template prints as a text, or a list of lists. */
  | (NodeBasics & { kind: 'json' });

/** A plain item, `{{.}}`, is one field without a name. */
export interface DataRow {
  path: DataPath;
  fields: DataNode[];
}

export function dataTree(variables: readonly TemplateVariable[], data: Data): DataNode[] {
  return nodesOf(shapesOf(variables, data), data, []);
}

function nodesOf(shapes: Shapes, data: Data, path: DataPath): DataNode[] {
  return [...shapes].map(([name, shape]) => {
    const value = Object.hasOwn(data, name) ? data[name] : undefined;
    return nodeOf(
      shape,
      { name, path: [...path, name], isGiven: value !== undefined && value !== null },
      value,
    );
  });
}

function nodeOf(shape: Shape, common: NodeBasics, value: unknown): DataNode {
  const { members, fallback, hasPlainItems } = shape;
  const kind = common.isGiven ? kindOfValue(shape, value) : kindByName(shape, common.name);
  switch (kind) {
    case 'list': {
      const items: unknown[] = Array.isArray(value) ? value : [];
      const rows = items.map((item, index) => rowOf(shape, item, [...common.path, index]));
      return { ...common, kind, items, rows, blank: hasPlainItems && members.size === 0 ? '' : {} };
    }
    case 'group':
      return { ...common, kind, fields: nodesOf(members, isData(value) ? value : {}, common.path) };
    case 'flag':
      return { ...common, kind, value: value === true };
    case 'json':
      return { ...common, kind };
    case 'text':
      return textOf(common, value, fallback);
  }
}

function rowOf({ members }: Shape, item: unknown, path: DataPath): DataRow {
  if (isData(item)) return { path, fields: nodesOf(members, item, path) };
  const common = { name: '', path, isGiven: true };
  const isList = Array.isArray(item);
  return { path, fields: [isList ? { ...common, kind: 'json' } : textOf(common, item, null)] };
}

function textOf(common: NodeBasics, value: unknown, fallback: string | null): DataNode {
  const isNumber = typeof value === 'number';
  return { ...common, kind: 'text', value: String(value ?? ''), isNumber, fallback };
}

function kindOfValue({ isSection, isPrinted, members }: Shape, value: unknown): DataNode['kind'] {
  if (Array.isArray(value)) return isSection ? 'list' : 'json';
  if (isData(value)) return members.size > 0 ? 'group' : 'json';
  if (typeof value === 'boolean') return isSection && !isPrinted ? 'flag' : 'json';
  return 'text';
}

function kindByName(
  { isPrinted, isSection, hasPlainItems, members }: Shape,
  name: string,
): DataNode['kind'] {
  if (hasPlainItems) return 'list';
  if (!isSection) return members.size > 0 ? 'group' : 'text';
  if (members.size === 0) return isPrinted ? 'text' : 'flag';
  if (isYesOrNo(name)) return 'flag';
  return /(s|list|rows|details|history)$/i.test(name) ? 'list' : 'group';
}

/** `undefined` removes the value. A text that is not test data stays as it is. */
export function setValue(text: string, path: DataPath, value: unknown): string {
  const data = dataIn(text);
  return data ? JSON.stringify(withValue(data, path, value), null, 2) : text;
}

function withValue(data: unknown, [step, ...rest]: DataPath, value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items: unknown[] = Array.isArray(data) ? [...data] : [];
    items[step] = withValue(items[step], rest, value);
    return items;
  }
  const members = isData(data) ? data : {};
  const before = Object.hasOwn(members, step) ? members[step] : undefined;
  return { ...members, [step]: withValue(before, rest, value) };
}

/** An empty field has no value, but a plain item of a list is an empty text. */
export function typedValue(
  { name, isNumber }: DataNode & { kind: 'text' },
  typed: string,
): unknown {
  if (typed === '' && name !== '') return undefined;
  // A number stays a number while a number is typed.
  return isNumber && String(Number(typed)) === typed ? Number(typed) : typed;
}

interface Shape {
  isPrinted: boolean;
  isSection: boolean;
  /** `{{.}}` prints its items. */
  hasPlainItems: boolean;
  fallback: string | null;
  /** Of each item of a list, or of the object. */
  members: Shapes;
}

type Shapes = Map<string, Shape>;

// What `data` has decides where a name within a section is looked up.
function shapesOf(variables: readonly TemplateVariable[], data: Data): Shapes {
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
function isYesOrNo(name: string): boolean {
  return /^(is|has|have|can|show|should|with|was|no)(?=[A-Z_-])/.test(name.split('.').at(-1) ?? '');
}
