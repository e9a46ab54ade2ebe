/**
 * Whether a value is what JSON can say, nested no deeper than `maxDepth` (a list or an object that
 * holds only plain values is 1 deep). It never goes deeper than that, whatever it is given.
 */
export function isJson(value: unknown, maxDepth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || maxDepth === 0) return false;
  if (!Array.isArray(value) && !isPlainObject(value)) return false;
  return Object.values(value).every((item) => isJson(item, maxDepth - 1));
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
