import { applyEdits, modify } from 'jsonc-parser';
import { isData, parseData } from '../../../draft/test-data.ts';
import type { DataNode, DataPath } from './data-tree.ts';

/**
 * Writes one value into the text of the test data, and leaves the rest of the text as it is. `undefined` removes the
 * value. The test data must be valid.
 */
export function setValue(text: string, path: DataPath, value: unknown): string {
  const parsed = parseData(text);
  if (!parsed.ok) return text;
  const { at, content } = within(parsed.data, path, value);
  if (content === undefined && valueAt(parsed.data, at) === undefined) return text;
  const source = text.trim() === '' ? '{}' : text;
  return applyEdits(source, modify(source, [...at], content, { formattingOptions }));
}

const formattingOptions = { tabSize: 2, insertSpaces: true, eol: '\n' };

/** Where to write: at the path itself, or in place of a value above it that has no members. */
function within(data: unknown, path: DataPath, value: unknown): { at: DataPath; content: unknown } {
  for (let depth = 1; depth < path.length; depth += 1) {
    const above = valueAt(data, path.slice(0, depth));
    if (typeof path[depth] === 'number' ? Array.isArray(above) : isData(above)) continue;
    if (value === undefined) return { at: path.slice(0, depth), content: above };
    const content = path
      .slice(depth)
      .reduceRight<unknown>(
        (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
        value,
      );
    return { at: path.slice(0, depth), content };
  }
  return { at: path, content: value };
}

function valueAt(data: unknown, path: DataPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
    return isData(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, data);
}

/** Writes what the author typed into a field of text. An empty field has no value; a plain item of a list stays. */
export function setText(text: string, { path, name }: DataNode, typed: string): string {
  if (typed === '' && name !== '') return setValue(text, path, undefined);
  const parsed = parseData(text);
  const before = parsed.ok ? valueAt(parsed.data, path) : undefined;
  // A number stays a number while a number is typed; only the JSON view changes a value's type.
  const isStillNumber = typeof before === 'number' && String(Number(typed)) === typed;
  return setValue(text, path, isStillNumber ? Number(typed) : typed);
}

/** Changes the items of a list. Treats a value that is not a list as an empty list. */
export function changeItems(
  text: string,
  path: DataPath,
  change: (items: unknown[]) => unknown[],
): string {
  const parsed = parseData(text);
  if (!parsed.ok) return text;
  const items = valueAt(parsed.data, path);
  return setValue(text, path, change(Array.isArray(items) ? items : []));
}

/** The items with one of them moved by one place. At either end nothing moves. */
export function moved(items: unknown[], from: number, to: number): unknown[] {
  if (to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, items[from]);
}
