import { applyEdits, modify } from 'jsonc-parser';
import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { lookUp, withDefaults } from '../../../../../shared/engine/flow/variables.ts';
import { type Data, isData, parseData } from '../../../draft/test-data.ts';

/** One value of the test data, as a field of the form. */
export interface DataField {
  /** As the template writes it, with dots: `customer.name`. */
  name: string;
  /** `text`: the typed text is the value. `json`: a list, an object, true or false. */
  kind: 'text' | 'json';
  /** The default that the template prints if there is no value. */
  fallback: string | null;
  /** For a section: the names of its items' fields. */
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

/** The section whose items have this variable; null if the variable is looked up at the top of the data. */
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

/** The changed text of the test data, or why the typed text is not a value. */
type FieldChange = { ok: true; text: string } | { ok: false; detail: string };

/**
 * Writes the text of one field into the test data, and leaves the rest of the text as it is. An empty field
 * removes the value. The test data must be valid.
 */
export function changeField(text: string, field: DataField, typed: string): FieldChange {
  const parsed = parseData(text);
  if (!parsed.ok) return parsed;
  const value = typed === '' ? absent : readTyped(field, lookUp(parsed.data, field.name), typed);
  if (!value.ok) return value;
  const source = text.trim() === '' ? '{}' : text;
  const { path, content } = place(parsed.data, field.name.split('.'), value.value);
  if (content === undefined && lookUp(parsed.data, field.name) === undefined) {
    return { ok: true, text };
  }
  const edits = modify(source, path, content, { formattingOptions });
  return { ok: true, text: applyEdits(source, edits) };
}

const formattingOptions = { tabSize: 2, insertSpaces: true, eol: '\n' };

type Typed = { ok: true; value: unknown } | { ok: false; detail: string };

const absent: Typed = { ok: true, value: undefined };

function readTyped({ kind }: DataField, before: unknown, typed: string): Typed {
  if (kind === 'json') return readJson(typed);
  // A number stays a number while a number is typed; only the JSON view changes a value's type.
  const isStillNumber = typeof before === 'number' && String(Number(typed)) === typed;
  return { ok: true, value: isStillNumber ? Number(typed) : typed };
}

function readJson(typed: string): Typed {
  try {
    return { ok: true, value: JSON.parse(typed) };
  } catch {
    return { ok: false, detail: 'Write valid JSON: true, false, a list [ … ] or an object { … }' };
  }
}

/** Where to write: at the path itself, or in place of a value above it that is no object. */
function place(data: Data, path: string[], value: unknown): { path: string[]; content: unknown } {
  for (let depth = 1; depth < path.length; depth += 1) {
    const above = lookUp(data, path.slice(0, depth).join('.'));
    if (isData(above)) continue;
    const content =
      value === undefined
        ? undefined
        : path.slice(depth).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    return { path: path.slice(0, depth), content };
  }
  return { path, content: value };
}

/**
 * Data in which the value of each variable is its own placeholder. Rendered with this data, the plain text
 * derived from the HTML is itself a template: a first draft for the author's own plain text. Each section is
 * rendered once.
 */
export function selfNamingData(variables: readonly TemplateVariable[]): Data {
  const isPrinted = ({ uses }: TemplateVariable) => uses.includes('value') || uses.includes('raw');
  const printed = variables.filter(isPrinted).map(({ name, defaults: [fallback] }) => ({
    name,
    value: fallback === undefined ? `{{${name}}}` : `{{${name}|${fallback}}}`,
  }));
  // After the printed ones: a section whose name is printed too is its placeholder.
  const sections = variables.map(({ name }) => ({ name, value: true }));
  return withDefaults({}, [...printed, ...sections]);
}
