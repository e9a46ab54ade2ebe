import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { type Data, isData } from './test-data.ts';

/** One value of the test data, as a form asks for it. */
export interface DataField {
  /** As the template writes it; dots lead into objects. */
  name: string;
  /** `text`: what is typed is the value. `json`: a list, an object, true or false. */
  kind: 'text' | 'json';
  /** Printed somewhere without a default. */
  required: boolean;
  /** What stands there while nothing is given. */
  fallback: string | null;
  /** Of a section: the names that its items are asked for. */
  members: string[];
  /** What is given now, as it is typed; null: nothing is. */
  value: string | null;
}

/** One field for each variable that is looked up in the data itself, in the template's order. */
export function fieldsOf(variables: readonly TemplateVariable[], data: Data): DataField[] {
  const fields = new Map<string, DataField>();
  for (const variable of variables) {
    const owner = ownerOf(variable, data);
    if (owner === null) mergeInto(fields, variable, valueAt(data, variable.name));
    else addMember(fields, owner, variable.name, valueAt(data, owner));
  }
  return [...fields.values()];
}

/** The section whose items a variable belongs to; null: it is looked up in the data itself. */
function ownerOf({ name, within }: TemplateVariable, data: Data): string | null {
  const [outermost] = within;
  if (outermost === undefined || within.includes(name)) return null;
  const value = valueAt(data, outermost);
  // Within a section over a text or `true`, names still mean the data's own.
  return value === undefined || value === null || typeof value === 'object' ? outermost : null;
}

function mergeInto(
  fields: Map<string, DataField>,
  { name, uses, required, defaults }: TemplateVariable,
  value: unknown,
): void {
  const isPrinted = uses.includes('value') || uses.includes('raw');
  const known = fields.get(name) ?? newField(name, value);
  fields.set(name, {
    ...known,
    kind: isPrinted && !isStructure(value) ? 'text' : known.kind,
    required: known.required || required,
    fallback: known.fallback ?? defaults[0] ?? null,
  });
  const field = fields.get(name);
  if (field) field.value = asTyped(value, field.kind);
}

function addMember(fields: Map<string, DataField>, owner: string, name: string, value: unknown) {
  const field = fields.get(owner) ?? newField(owner, value);
  if (!field.members.includes(name)) field.members.push(name);
  field.value = asTyped(value, field.kind);
  fields.set(owner, field);
}

function newField(name: string, value: unknown): DataField {
  return {
    name,
    kind: 'json',
    required: false,
    fallback: null,
    members: [],
    value: asTyped(value, 'json'),
  };
}

function asTyped(value: unknown, kind: DataField['kind']): string | null {
  if (value === undefined || value === null) return null;
  return kind === 'text' && !isStructure(value) ? String(value) : JSON.stringify(value);
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Own properties only, like the renderer. */
export function valueAt(data: unknown, name: string): unknown {
  let value = data;
  for (const part of name.split('.')) {
    if (!(isData(value) || Array.isArray(value)) || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
