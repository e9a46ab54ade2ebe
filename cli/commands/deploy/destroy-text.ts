import { styleText } from 'node:util';
import type { Result } from '../../terminal/result.ts';
import type { Destroyed, Leftover, RemovalPlan } from './leftovers.ts';
import type { Place } from './preflight.ts';

/** Tells a person what `destroy` will remove, delete and keep, before the person confirms it. */
export function removalPlanText(
  stack: string,
  { region, account }: Place,
  { removed, kept, scheduled = 0 }: RemovalPlan,
  deleteData: boolean,
): string {
  const isDeleted = ({ kind }: Leftover) => deleteData && kind !== 'other';
  return [
    `${stack} in ${region} of account ${account}`,
    ...(removed.length > 0
      ? [
          `${styleText('bold', 'Removed')}: ${removed.length} resources: the API, its functions, their logs, the dashboard`,
        ]
      : []),
    ...leftoverList('Deleted for good', kept.filter(isDeleted)),
    ...leftoverList(
      'Kept',
      kept.filter((leftover) => !isDeleted(leftover)),
    ),
    ...scheduledText(scheduled, deleteData),
  ].join('\n\n');
}

function scheduledText(scheduled: number | null, deleteData: boolean): string[] {
  if (scheduled === 0) return [];
  const then = deleteData
    ? 'They will be deleted, and never sent.'
    : 'They will not be sent until a stack of this name is deployed again. It then sends what is overdue.';
  return [`Scheduled messages: ${scheduled ?? 'an unknown number'}. ${then}`];
}

/** Lists resources that are not removed with the stack, under a title. Returns an empty list if there are none. */
function leftoverList(title: string, leftovers: readonly Leftover[]): string[] {
  if (leftovers.length === 0) return [];
  const lines = leftovers.map(({ kind, type, name, size }) => {
    const of = kind === 'table' ? 'items' : 'users';
    return `  ${name} (${kind === 'other' ? type : `${kind}, about ${size} ${of}`})`;
  });
  return [[styleText('bold', title), ...lines].join('\n')];
}

/** The result of `destroy`: what it removed, and what still exists. */
export function destroyedResult({ stack, place, removed, kept, deleted }: Destroyed): Result {
  const [still] = leftoverList('Still in AWS', kept);
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
