import { refuse } from '../engine/errors.ts';
import { isJsonObject, typeName } from '../http/contract.ts';

/** A body, or an entry of one, as another API has it. Only the fields that a door names are read. */
export type Fields = Record<string, unknown>;

/** A text. `null` and `""` are "not given". Throws the refusal `wrongType`, as the functions below do. */
export function textAt(fields: Fields, name: string, shown = name): string | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw refuse('wrongType', shown, 'a string', typeName(value));
}

/** A list of texts, which may be given as one text. Empty if the field is not given. */
export function textsAt(fields: Fields, name: string): readonly string[] {
  const value = fields[name] ?? [];
  const list = Array.isArray(value) ? value : [value];
  const wrong = list.find((each) => typeof each !== 'string');
  if (wrong === undefined) return Array.isArray(value) || value !== '' ? list : [];
  throw refuse('wrongType', name, 'a string or a list', typeName(wrong));
}

/** An object. An empty list is one too: PHP writes both alike. */
export function objectAt(fields: Fields, name: string, shown = name): Fields | undefined {
  const value = fields[name] ?? undefined;
  if (Array.isArray(value) && value.length === 0) return {};
  if (value === undefined || isJsonObject(value)) return value;
  throw refuse('wrongType', shown, 'an object', typeName(value));
}

/** A list of objects. Empty if the field is not given. */
export function objectsAt(fields: Fields, name: string): readonly Fields[] {
  const value = fields[name] ?? [];
  if (!Array.isArray(value)) throw refuse('wrongType', name, 'an array', typeName(value));
  return value.map((each: unknown, index) => {
    if (isJsonObject(each)) return each;
    throw refuse('wrongType', `${name}[${index}]`, 'an object', typeName(each));
  });
}
