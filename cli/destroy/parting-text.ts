import { styleText } from 'node:util';
import type { Place } from '../deploy/preflight/preflight.ts';
import type { Result } from '../terminal/result.ts';
import type { Destroyed, Leftover, Parting } from './leftovers.ts';

/** What will be removed and what is kept, for the person who must agree to it. */
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
          `${styleText('bold', 'Removed')}: ${goes.length} resources: the API, its functions, their logs, the dashboard`,
        ]
      : []),
    ...leftoverList('Deleted for good', stays.filter(isDeleted)),
    ...leftoverList(
      'Kept',
      stays.filter((leftover) => !isDeleted(leftover)),
    ),
  ].join('\n\n');
}

/** What is left of a stack, under a title; empty where nothing is. */
function leftoverList(title: string, leftovers: readonly Leftover[]): string[] {
  if (leftovers.length === 0) return [];
  const lines = leftovers.map(({ kind, type, name, size }) => {
    const of = kind === 'table' ? 'items' : 'users';
    return `  ${name} (${kind === 'other' ? type : `${kind}, about ${size} ${of}`})`;
  });
  return [[styleText('bold', title), ...lines].join('\n')];
}

/** What was removed, and what still exists. */
export function destroyedResult({ stack, place, removed, kept, deleted }: Destroyed): Result {
  const [still] = leftoverList('Still there', kept);
  const again = `A deployment with the name ${stack} imports the tables again; destroy --delete-data deletes them.`;
  const text = [
    `${stack} is removed from ${place.region}.`,
    ...(still ? [still] : []),
    ...(still && deleted.length === 0 ? [again] : []),
  ];
  return {
    json: { stack, region: place.region, awsAccount: place.account, removed, kept, deleted },
    text: text.join('\n\n'),
  };
}
