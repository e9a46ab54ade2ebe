import { ManageError } from '../../shared/manage/manage-error.ts';
import type { Plan } from './stack/changes.ts';
import { agreed } from './talk.ts';
import type { Stopped, Work } from './work.ts';

/** Why a deployment goes no further, or null. Data is not given up by a yes that was meant for everything else. */
export async function stopsAt(
  { talk, options, stack }: Work,
  { losses }: Plan,
): Promise<Stopped['stopped'] | null> {
  if (options.dryRun) return 'dry run';
  if (losses.length > 0 && !options.replaceData) {
    if (!talk.interactive) {
      throw new ManageError(
        `This would part ${stack} from its data (${losses.join('; ')}): --replace-data deploys this anyway`,
      );
    }
    const typed = await talk.ask(`This parts ${stack} from its data. Type its name to go on: `);
    return typed === stack ? null : 'declined';
  }
  if (options.yes) return null;
  if (!talk.interactive) return 'unasked';
  return (await agreed(talk, 'Deploy this?')) ? null : 'declined';
}
