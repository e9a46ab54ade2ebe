import { styleText } from 'node:util';
import type { Place } from '../deploy/preflight.ts';
import type { Result } from '../result.ts';
import type { Destroyed } from './destroy.ts';
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
    ...list('Deleted for good', stays.filter(isDeleted)),
    ...list(
      'Stays',
      stays.filter((leftover) => !isDeleted(leftover)),
    ),
  ].join('\n\n');
}

export function destroyedResult({ stack, place, removed, kept, deleted }: Destroyed): Result {
  const stays = list('Still there', kept).join('');
  const again =
    deleted.length === 0 && kept.length > 0
      ? `\n\nA deployment of the name ${stack} takes the tables in again; destroy --delete-data deletes them.`
      : '';
  const text = [`${stack} is removed from ${place.region}.`, ...(stays ? [stays + again] : [])];
  return {
    json: { stack, region: place.region, awsAccount: place.account, removed, kept, deleted },
    text: text.join('\n\n'),
  };
}

function list(title: string, leftovers: readonly Leftover[]): string[] {
  if (leftovers.length === 0) return [];
  const lines = leftovers.map(({ kind, type, name, size }) => {
    const of = kind === 'table' ? 'items' : 'users';
    return `  ${name} (${kind === 'other' ? type : `${kind}, about ${size} ${of}`})`;
  });
  return [[styleText('bold', title), ...lines].join('\n')];
}
