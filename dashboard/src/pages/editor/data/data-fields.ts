import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { lookUp } from '../../../../../shared/engine/flow/variables.ts';
import type { Data } from '../../../draft/test-data.ts';

/** One value of the test data, as a field of the form. */
export interface DataField {
  /** As the template writes it, with dots: `customer.name`. */
  name: string;
  /** `text`: the typed text is the value. `json`: a list, an object, true or false. */
  kind: 'text' | 'json';
  /** The default that the template prints without a value. */
  fallback: string | null;
  /** Of a section: the names of its items' fields. */
  members: string[];
  /** The value now, as text; null: there is none. */
  value: string | null;
}

/** One field for each variable that is looked up at the top of the data, in the template's order. */
export function fieldsOf(variables: readonly TemplateVariable[], data: Data): DataField[] {
  const fields = new Map<string, DataField>();
  for (const variable of variables) {
    const owner = ownerOf(variable, data);
    if (owner === null) mergeInto(fields, variable, lookUp(data, variable.name));
    else addMember(fields, owner, variable.name, lookUp(data, owner));
  }
  return [...fields.values()];
}

/** The section whose items have this variable; null: it is looked up at the top of the data. */
function ownerOf({ name, within }: TemplateVariable, data: Data): string | null {
  const [outermost] = within;
  if (outermost === undefined || within.includes(name)) return null;
  const value = lookUp(data, outermost);
  // Within a section over a text or `true`, names are still looked up at the top.
  return value === undefined || value === null || typeof value === 'object' ? outermost : null;
}

function mergeInto(
  fields: Map<string, DataField>,
  { name, uses, defaults }: TemplateVariable,
  value: unknown,
): void {
  const isPrinted = uses.includes('value') || uses.includes('raw');
  const known = fields.get(name) ?? newField(name, value);
  fields.set(name, {
    ...known,
    kind: isPrinted && !isStructure(value) ? 'text' : known.kind,
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
