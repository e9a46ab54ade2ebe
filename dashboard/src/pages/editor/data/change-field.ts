import { applyEdits, modify } from 'jsonc-parser';
import { lookUp } from '../../../../../shared/engine/flow/variables.ts';
import { type Data, isData, parseData } from '../../../draft/test-data.ts';
import type { DataField } from './data-fields.ts';

/** The changed text of the test data, or why the typed text is not a value. */
export type FieldChange = { ok: true; text: string } | { ok: false; detail: string };

/**
 * Writes the text of one field into the test data, and changes nothing else of its text. An empty
 * field removes the value. The test data must be valid.
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
    return { ok: false, detail: 'Write JSON: true, false, a list [ … ] or an object { … }' };
  }
}

/** Where to write: at the path itself, or in place of the value that blocks it. */
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
