import { styleText } from 'node:util';
import type { Place } from '../deploy/preflight/preflight.ts';
import type { Leftover, Parting } from './leftovers.ts';

/** What goes and what stays, for whoever has to say yes to it. */
export function partingText(
  stack: string,
  { region, account }: Place,
  { goes, stays }: Parting,
  deleteData: boolean,
): string {
  const isDeleted = ({ kind }: Leftover) => deleteData && kind !== 'other';
  return [
    `${stack} in ${region} of account ${account}`,
    ...(goes.length > 0
      ? [
          `${styleText('bold', 'Goes')}: ${goes.length} resources: the API, its functions, their logs, the dashboard`,
        ]
      : []),
    ...leftoverList('Deleted for good', stays.filter(isDeleted)),
    ...leftoverList(
      'Stays',
      stays.filter((leftover) => !isDeleted(leftover)),
    ),
  ].join('\n\n');
}

/** What is left of a stack, under a title; nothing where nothing is. */
export function leftoverList(title: string, leftovers: readonly Leftover[]): string[] {
  if (leftovers.length === 0) return [];
  const lines = leftovers.map(({ kind, type, name, size }) => {
    const of = kind === 'table' ? 'items' : 'users';
    return `  ${name} (${kind === 'other' ? type : `${kind}, about ${size} ${of}`})`;
  });
  return [[styleText('bold', title), ...lines].join('\n')];
}
