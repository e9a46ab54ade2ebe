import { isData, parseData } from '../../../draft/test-data.ts';
import type { DataNode, DataPath } from './data-tree.ts';

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
