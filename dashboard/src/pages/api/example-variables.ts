import type { Template } from '../../../../functions/manage/contracts/templates.ts';

type Variables = Record<string, unknown>;

/**
 * What a first request may send: the template's test data, and a word for each variable that is
 * required and has none there.
 */
export function exampleVariables({
  testData,
  variables,
}: Pick<Template, 'testData' | 'variables'>): Variables {
  return variables
    .filter(({ required }) => required)
    .reduce((given, { name }) => withValue(given, name.split('.'), name), testData);
}

/** Adds a value where a dotted name points, unless something stands in its way. */
function withValue(given: Variables, [first = '', ...rest]: string[], value: string): Variables {
  const there = Object.hasOwn(given, first) ? given[first] : undefined;
  if (there !== undefined && there !== null) {
    if (rest.length === 0 || !isVariables(there)) return given;
    return own(given, first, withValue(there, rest, value));
  }
  return own(given, first, rest.length === 0 ? value : withValue({}, rest, value));
}

/** Any name may be a variable's, `__proto__` too: an assignment would lose that one. */
function own(given: Variables, name: string, value: unknown): Variables {
  return Object.fromEntries([...Object.entries(given), [name, value]]);
}

function isVariables(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
