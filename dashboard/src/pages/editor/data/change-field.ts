import { applyEdits, modify } from 'jsonc-parser';
import { type DataField, valueAt } from './data-fields.ts';
import { isData, parseData } from './test-data.ts';

/** The text of the test data, changed; or why what was typed is no value. */
export type FieldChange = { ok: true; text: string } | { ok: false; detail: string };

/**
 * Writes what was typed into one field into the test data, and touches nothing else of its text.
 * An empty field is not given. The text must be valid.
 */
export function changeField(text: string, field: DataField, typed: string): FieldChange {
  const parsed = parseData(text);
  if (!parsed.ok) return parsed;
  const value = typed === '' ? absent : readTyped(field, valueAt(parsed.data, field.name), typed);
  if (!value.ok) return value;
  const source = text.trim() === '' ? '{}' : text;
  const { path, content } = place(parsed.data, field.name.split('.'), value.value);
  if (content === undefined && valueAt(parsed.data, field.name) === undefined) {
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
  // A number stays one while what is typed is one: only who writes JSON changes a value's type.
  const isStillNumber = typeof before === 'number' && String(Number(typed)) === typed;
  return { ok: true, value: isStillNumber ? Number(typed) : typed };
}

function readJson(typed: string): Typed {
  try {
    return { ok: true, value: JSON.parse(typed) };
  } catch {
    return { ok: false, detail: 'Write JSON: true, false, a list [ … ] or an object { … }' };
  }
}

/** Where to write: at the path itself, or instead of what is in its way. */
function place(
  data: unknown,
  path: string[],
  value: unknown,
): { path: string[]; content: unknown } {
  for (let depth = 1; depth < path.length; depth += 1) {
    const above = valueAt(data, path.slice(0, depth).join('.'));
    if (isData(above)) continue;
    const content =
      value === undefined
        ? undefined
        : path.slice(depth).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    return { path: path.slice(0, depth), content };
  }
  return { path, content: value };
}
