import { lookUp, type VariableDefault, withDefaults } from '../../engine/flow/variables.ts';
import { type Shape, shapeOfValue } from './shape.ts';
import type { UsedValue } from './used-value.ts';

/**
 * Makes the variables required whose default is not of their type: a rendering with the default could miss a variable
 * in it. The default `b.c` gives a whole `b` where none is given, so both are checked.
 */
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
