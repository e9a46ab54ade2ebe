import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { chosenAccount } from '../../shared/manage/accounts.ts';
import { inSession } from '../connection/session.ts';
import { diffTemplates } from '../operate/move/diff-templates.ts';
import { type AccountOption, accountOption, example } from '../terminal/options.ts';
import { diffText } from './diff-text.ts';
import { prepareFolder } from './push-folder.ts';

/** `template diff`: what a push would change, line by line. */
export function addDiff(template: Command): void {
  template
    .command('diff')
    .description('show what a push of a folder would change, as a unified diff')
    .argument('<dir>', "one template's folder, or a folder of them")
    .option(...accountOption)
    .option('--exit-code', 'end with exit code 1 where something differs')
    .addHelpText(...example('template diff templates --exit-code'))
    .action((dir: string, options: AccountOption & { exitCode?: boolean }, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Checking the templates');
        const prepared = await prepareFolder(dir);
        const accountId = await chosenAccount(ports, options.account);
        progress('Comparing with what is there');
        const templates = await diffTemplates(ports, accountId, prepared);
        const differs = templates.some(({ state }) => state !== 'unchanged');
        return {
          json: { templates, differs },
          text: diffText(templates, () => basename(resolve(dir))),
          ...(!differs && { note: 'Nothing differs: a push would change nothing.' }),
          exitCode: options.exitCode && differs ? 1 : 0,
        };
      }),
    );
}
