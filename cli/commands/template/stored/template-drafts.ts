import type { Command } from 'commander';
import { refuseUnapproved } from '../../../../shared/manage/templates/drafts/approval.ts';
import {
  type PublishPlan,
  planPublish,
  publishDrafts,
} from '../../../../shared/manage/templates/drafts/publish-drafts.ts';
import { discardDraft } from '../../../../shared/manage/templates/drafts/stored-draft.ts';
import { authorOf } from '../../../connection/actor.ts';
import { inAccount, type Session } from '../../../connection/session.ts';
import { confirmed, print } from '../../../terminal/dialog.ts';
import { accountOption, subcommand } from '../../../terminal/options.ts';
import { neededApprovals, overrideOption, readOverride } from '../approvals/approval-options.ts';
import { diffTemplates } from '../compare/diff-templates.ts';
import { diffText } from '../compare/diff-text.ts';
import { pushTable } from '../push/push-folder.ts';
import { noteOption } from './revision-options.ts';

interface PublishOptions {
  force?: boolean;
  note?: string;
  override?: string;
}

export function addPublish(template: Command): void {
  subcommand(template, 'publish', {
    about: 'serve the drafts of templates: all of them, or none',
    example: 'template publish welcome receipt',
  })
    .argument('<template...>', "the templates' ids")
    .option(...accountOption)
    .option('--force', 'publish over what another person changed since the draft was made')
    .option(...noteOption)
    .option(...overrideOption)
    .option('--yes', 'do not ask')
    .action((ids: string[], _: object, command: Command) => publish(ids, command));
}

function publish(ids: readonly string[], command: Command): Promise<void> {
  const { force = false, note, override: given }: PublishOptions = command.opts();
  const override = readOverride(given, command);
  return inAccount(command, 'Reading the drafts', async (session) => {
    const { ports, accountId } = session;
    const plan = await planPublish(ports, accountId, ids, { force });
    refuseUnapproved(plan.drafts, await neededApprovals(ports, accountId, override));
    if (!(await isConfirmed(session, command, plan, 'Publish'))) {
      return { json: { templates: [] }, text: 'Nothing was published.', exitCode: 1 };
    }
    const by = await authorOf(ports);
    const templates = await publishDrafts(ports, accountId, plan, { by, note, override });
    return { json: { templates }, text: `\n${pushTable(templates)}` };
  });
}

/** Shows how drafts differ from what is served, and asks. */
export async function isConfirmed(
  { ports, accountId, deployment: _, ...terminal }: Session & { accountId: string },
  command: Command,
  { drafts, prepared }: PublishPlan,
  verb: 'Publish' | 'Approve',
): Promise<boolean> {
  const { yes = false, json }: { yes?: boolean; json?: boolean } = command.optsWithGlobals();
  const numbers = new Map(drafts.map(({ head, draft }) => [head.templateId, draft.revision]));
  const diffs = await diffTemplates(ports, accountId, prepared);
  terminal.pause();
  if (!json) print(diffText(diffs, (id) => `draft ${numbers.get(id)}`));
  const question = `${verb} ${[...numbers.keys()].join(', ')}?`;
  return confirmed(terminal, command, { yes, question, what: `${verb.toLowerCase()} this` });
}

/** `template discard-draft`: deletes a draft. The served revision does not change. */
export function addDiscardDraft(template: Command): void {
  subcommand(template, 'discard-draft', {
    about: 'discard the draft of a template; what is served stays as it is',
    example: 'template discard-draft welcome',
  })
    .argument('<template>', "the template's id")
    .option(...accountOption)
    .action((id: string, _: object, command: Command) =>
      inAccount(command, 'Discarding the draft', async ({ ports, accountId }) => {
        const discarded = await discardDraft(ports, accountId, id);
        return { json: discarded, text: `Draft ${discarded.draft} of ${id} is discarded.` };
      }),
    );
}
