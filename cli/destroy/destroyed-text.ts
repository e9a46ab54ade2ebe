import type { Result } from '../terminal/result.ts';
import type { Destroyed } from './destroy.ts';
import { leftoverList } from './parting-text.ts';

/** What is gone, what is left, and what a later deployment makes of it. */
export function destroyedResult({ stack, place, removed, kept, deleted }: Destroyed): Result {
  const stays = leftoverList('Still there', kept).join('');
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
