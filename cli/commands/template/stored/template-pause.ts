import type { Command } from 'commander';
import { pauseNow } from '../../../../shared/adapters/tables/pause-item.ts';
import type { TemplateHead } from '../../../../shared/adapters/tables/templates-table.ts';
import {
  pauseTemplate,
  resumeTemplate,
} from '../../../../shared/manage/templates/pause-template.ts';
import { pauseWords } from '../../../../shared/pause.ts';
import { accountFor } from '../../../connection/chosen-account.ts';
import { addPauseCommands } from '../../../connection/pause-commands.ts';
import { accountOption } from '../../../terminal/options.ts';

export function addPause(template: Command): void {
  addPauseCommands(template, {
    noun: 'template',
    example: { id: 'welcome', note: 'Bounces at one domain' },
    account: accountOption,
    about: {
      pause:
        'refuse requests for a template, and let its scheduled mails fail, until it is resumed',
      resume: 'serve a paused template again; what was refused meanwhile is not sent',
    },
    pause: async ({ ports, id, command, by, note }) => {
      const accountId = await accountOf(ports, command);
      const head = await pauseTemplate(ports, accountId, id, { by: await by(), note });
      return { json: shown(head), text: pausedText(head) };
    },
    resume: async ({ ports, id, command, by }) => {
      const accountId = await accountOf(ports, command);
      const head = await resumeTemplate(ports, accountId, id, { by: await by() });
      return { json: shown(head), text: `Template ${id} is not paused: it sends again.` };
    },
  });
}

const accountOf = (ports: Parameters<typeof accountFor>[0], command: Command) =>
  accountFor(ports, command.opts().account, command.optsWithGlobals());

/** The sentence about a paused template; empty for any other. */
export function pausedText({ templateId, pauses }: TemplateHead): string {
  const pause = pauseNow(pauses);
  return pause ? `Template ${templateId} ${pauseWords(pause)}: execute and batch refuse it.` : '';
}

const shown = ({ templateId: id, pauses }: TemplateHead) => ({
  id,
  paused: pauseNow(pauses) ?? null,
});
