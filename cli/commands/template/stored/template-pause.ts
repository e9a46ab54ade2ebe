import type { Command } from 'commander';
import { pauseNow } from '../../../../shared/adapters/tables/pause-item.ts';
import type { TemplateHead } from '../../../../shared/adapters/tables/templates-table.ts';
import {
  pauseTemplate,
  resumeTemplate,
} from '../../../../shared/manage/templates/pause-template.ts';
import { pauseWords } from '../../../../shared/pause.ts';
import { authorName } from '../../../connection/author.ts';
import { inAccount } from '../../../connection/session.ts';
import { accountOption, nextCommand, subcommand } from '../../../terminal/options.ts';
import { noteOfPause } from '../../../terminal/pause-note.ts';

export function addPause(template: Command): void {
  subcommand(template, 'pause', {
    about: 'refuse requests for a template, and let its scheduled mails fail, until it is resumed',
    example: 'template pause welcome --note "Bounces at one domain"',
  })
    .argument('<template>', "the template's id")
    .option(...noteOfPause)
    .option(...accountOption)
    .action((id: string, { note }: { note?: string }, command: Command) =>
      inAccount(command, 'Pausing the template', async ({ ports, accountId, deployment }) => {
        const by = await authorName(deployment);
        const head = await pauseTemplate(ports, accountId, id, { by, note });
        const resume = nextCommand(command, `template resume ${id}`);
        return { json: shown(head), text: `${pausedText(head)}\nTo resume it: ${resume}` };
      }),
    );
}

/** The sentence about a paused template; empty for any other. */
export function pausedText({ templateId, pauses }: TemplateHead): string {
  const pause = pauseNow(pauses);
  return pause ? `Template ${templateId} ${pauseWords(pause)}: execute and batch refuse it.` : '';
}

export function addResume(template: Command): void {
  subcommand(template, 'resume', {
    about: 'serve a paused template again; what was refused meanwhile is not sent',
    example: 'template resume welcome',
  })
    .argument('<template>', "the template's id")
    .option(...accountOption)
    .action((id: string, _: object, command: Command) =>
      inAccount(command, 'Resuming the template', async ({ ports, accountId, deployment }) => {
        const by = await authorName(deployment);
        const head = await resumeTemplate(ports, accountId, id, { by });
        return { json: shown(head), text: `Template ${id} is not paused: it sends again.` };
      }),
    );
}

const shown = ({ templateId: id, pauses }: TemplateHead) => ({
  id,
  paused: pauseNow(pauses) ?? null,
});
