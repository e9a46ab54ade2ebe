/** Whether two JSON values mean the same, the order of an object's fields aside. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const fields = Object.entries(value).map(([key, field]) => [key, sorted(field)] as const);
  return Object.fromEntries(fields.sort(([first], [second]) => (first < second ? -1 : 1)));
}
