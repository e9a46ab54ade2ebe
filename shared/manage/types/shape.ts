import { lookUp, type VariableDefault, withDefaults } from '../../engine/flow/variables.ts';
import { UsedValue } from './used-value.ts';

/** The type of a variable, or of a part of one. `value`: a text, a number or a boolean. */
export type Shape =
  | { kind: 'value' }
  | { kind: 'list'; of: Shape }
  | ObjectShape
  | { kind: 'either'; of: readonly Shape[] };

export interface ObjectShape {
  kind: 'object';
  fields: readonly Field[];
}

export interface Field {
  name: string;
  isRequired: boolean;
  shape: Shape;
}

const scalar: Shape = { kind: 'value' };

/** The type of all variables of a template, from what the template uses of them. */
export function shapeOf(variables: UsedValue): ObjectShape {
  return objectOf([...variables.fields]);
}

function objectOf(fields: readonly (readonly [string, UsedValue])[]): ObjectShape {
  return {
    kind: 'object',
    fields: fields.map(([name, value]) => ({
      name,
      isRequired: value.isRequired,
      shape: shapeOfValue(value),
    })),
  };
}

export function shapeOfValue(value: UsedValue): Shape {
  const { fields, isDotted, hasItems, isPrinted, isPrintedItem } = value;
  if (isDotted) return objectOf([...fields]);
  // A list has its length, without being given one.
  const own = [...fields].filter(([name]) => name !== 'length');
  if (hasItems && own.length > 0) return itemsOf(value, objectOf(own));
  if (isPrintedItem) return itemsOf(value, scalar);
  if (fields.size > 0) return { kind: 'list', of: sampleShape(value) };
  if (isPrinted) return scalar;
  return itemsOf(value, sampleShape(value));
}

/** A list of items or one item, like the samples; without samples, either. */
function itemsOf(value: UsedValue, item: Shape): Shape {
  const list: Shape = { kind: 'list', of: item };
  if (value.isPrintedItem || value.fields.has('length')) return list;
  if (value.samples.some(Array.isArray)) return list;
  const hasSample = value.sampleItems().length > 0 || value.hasSampleScalars();
  return hasSample ? item : { kind: 'either', of: [item, list] };
}

/** The type of items: the samples' fields, unless one would hide an outer value that the section uses. */
function sampleShape(value: UsedValue): Shape {
  const samples = value.hasItems ? value.sampleItems() : [];
  const names = samples.flatMap(Object.keys).filter((name) => !value.owns.has(name));
  if (names.length === 0) return scalar;
  const item = new UsedValue(value.path, value.samples);
  for (const name of names) item.field(name);
  return objectOf([...item.fields].filter(([, field]) => field.hasSampleScalars()));
}

/** Requires variables whose default is not of their type. The default `b.c` also gives `b`: both are checked. */
export function requireUnfit(root: UsedValue, defaults: readonly VariableDefault[]): void {
  const all = withDefaults({}, defaults);
  for (const { name } of defaults) {
    const parts = name.split('.');
    let value: UsedValue | undefined = root;
    for (let depth = 1; depth <= parts.length; depth++) {
      value = value?.fields.get(parts[depth - 1] ?? '');
      if (value === undefined) break;
      const given = lookUp(all, parts.slice(0, depth).join('.'));
      if (!accepts(shapeOfValue(value), given)) value.isRequired = true;
    }
  }
}

function accepts(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'value':
      return ['string', 'number', 'boolean'].includes(typeof value);
    case 'list':
      return Array.isArray(value) && value.every((item) => accepts(shape.of, item));
    case 'either':
      return shape.of.some((one) => accepts(one, value));
    case 'object':
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      return shape.fields.every(({ name, isRequired, shape: field }) =>
        Object.hasOwn(value, name)
          ? accepts(field, (value as Record<string, unknown>)[name])
          : !isRequired,
      );
  }
}
