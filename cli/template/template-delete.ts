import type { Command } from 'commander';
import { chosenAccount } from '../../shared/manage/accounts.ts';
import {
  type DeletedTemplate,
  deleteTemplate,
} from '../../shared/manage/templates/delete-template.ts';
import { headOf } from '../../shared/manage/templates/template-head.ts';
import { inSession } from '../connection/session.ts';
import { agreed, talkAt } from '../deploy/talk.ts';
import { type AccountOption, accountOption, example, nextCommand } from '../terminal/options.ts';

/**
 * `template delete`: asks at a terminal. In a pipe it does not, because one command brings the
 * template back.
 */
export function addDelete(template: Command): void {
  template
    .command('delete')
    .description('delete a template: the next request for it is answered with 404')
    .argument('<template>', 'its id')
    .option(...accountOption)
    .option('--yes', 'do not ask; in a pipe nothing is asked')
    .addHelpText(...example('template delete welcome'))
    .action((id: string, options: AccountOption & { yes?: boolean }, command: Command) =>
      inSession(command, async ({ ports, progress, pause }) => {
        progress('Reading the template');
        const accountId = await chosenAccount(ports, options.account);
        const { revision } = await headOf(ports, accountId, id);
        const talk = talkAt({ progress, pause });
        const question = `Delete ${id}? Requests for it are then answered with 404; template rollback ${id} ${revision} brings it back.`;
        if (!options.yes && talk.interactive && !(await agreed(talk, question))) {
          return { json: { id, deleted: false }, text: 'Nothing was deleted.', exitCode: 1 };
        }
        progress('Deleting the template');
        const deleted = await deleteTemplate(ports, accountId, id, revision);
        return { json: deleted, text: deletedText(deleted, command) };
      }),
    );
}

function deletedText({ id, revision }: DeletedTemplate, command: Command): string {
  return [
    `Template ${id} is deleted: requests for it are answered with 404.`,
    `Its revisions are kept. To bring it back: ${nextCommand(command, `template rollback ${id} ${revision}`)}`,
  ].join('\n');
}
