const comparison =
  'compare before the call, and give the result as a variable that is true or false';
const formatting = 'format the value before the call, and give it as a text';

const advice: Readonly<Record<string, string>> = {
  equals: comparison,
  notEquals: comparison,
  greaterThan: comparison,
  lessThan: comparison,
  and: comparison,
  or: comparison,
  eq: comparison,
  ne: comparison,
  gt: comparison,
  lt: comparison,
  not: comparison,
  formatDate: formatting,
  formatNumber: formatting,
  length: 'write {{list.length}}, or count before the call',
  lookup: 'look the value up before the call',
  log: 'leave it out',
};

const dataNames: Readonly<Record<string, string>> = {
  index: 'give each item its number',
  key: 'give a list of items, each with its key',
  first: 'give the first item a variable that is true',
  last: 'give the last item a variable that is true',
};

/** Why postrider cannot call a helper, and what to do instead. */
export function noHelper(name: string): string {
  return `postrider has no helper ${name}: ${advice[name] ?? 'compute the value before the call'}`;
}

/** Why postrider lacks a variable that the source's engine sets itself. */
export function noData(name: string): string {
  return `postrider has no @${name}: ${dataNames[name] ?? 'give it as a variable'}`;
}
