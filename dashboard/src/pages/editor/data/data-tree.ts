import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { type Data, isData, parseData } from '../../../draft/test-data.ts';
import { isYesOrNo, type Shape, type Shapes, shapesOf } from './shape.ts';

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
  const parsed = parseData(text);
  return parsed.ok ? JSON.stringify(withValue(parsed.data, path, value), null, 2) : text;
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
