import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { callerPath } from '../../../lib/project.ts';
import { planPublish } from '../../../shared/manage/templates/drafts/publish-drafts.ts';
import { inAccount } from '../../connection/session.ts';
import { prepareFolder } from '../../folders/prepare-folder.ts';
import { accountOption, revisionNumber, subcommand } from '../../terminal/options.ts';
import { diffRevisions, diffTemplates } from './compare/diff-templates.ts';
import { diffText } from './compare/diff-text.ts';

export function addDiff(template: Command): void {
  subcommand(template, 'diff', {
    about:
      'show what a push of a folder would change, or a publish of a draft, or how two revisions differ, as a unified diff',
    example: 'template diff templates --exit-code',
  })
    .argument(
      '<dir>',
      "one template's folder, or a folder of such folders; with revisions or --draft a template's id",
    )
    .argument('[revision]', 'the number of the older revision')
    .argument('[newer]', 'the number of the newer revision')
    .option(...accountOption)
    .option('--draft', "what is served against the template's draft")
    .option('--exit-code', 'exit code 1 if anything differs')
    .action(
      (dir: string, from: string | undefined, to: string | undefined, { draft }, self: Command) => {
        if (draft && from !== undefined) {
          self.error('error: --draft compares with what is served, and takes no revision');
        }
        if (from !== undefined) return diffNumbers(dir, [from, to], self);
        return draft ? diffDraft(dir, self) : diffFolder(callerPath(dir), self);
      },
    );
}

function diffFolder(dir: string, command: Command): Promise<void> {
  return inAccount(command, 'Checking the templates', async ({ ports, accountId, progress }) => {
    const prepared = await prepareFolder(dir, { ports, accountId });
    progress('Comparing with the stored templates');
    const templates = await diffTemplates(ports, accountId, prepared);
    const differs = templates.some(({ state }) => state !== 'unchanged');
    return {
      json: { templates, differs },
      text: diffText(templates, () => basename(resolve(dir))),
      ...(!differs && { note: 'Nothing differs: a push would change nothing.' }),
      exitCode: command.opts().exitCode && differs ? 1 : 0,
    };
  });
}

/** What a publish would change, with the partials that are served now. */
function diffDraft(id: string, command: Command): Promise<void> {
  return inAccount(command, 'Reading the draft', async ({ ports, accountId }) => {
    const { drafts, prepared } = await planPublish(ports, accountId, [id], { force: true });
    const templates = await diffTemplates(ports, accountId, prepared);
    return {
      json: { templates, differs: true },
      text: diffText(templates, () => `draft ${drafts[0]?.draft.revision}`),
      exitCode: command.opts().exitCode ? 1 : 0,
    };
  });
}

function diffNumbers(
  id: string,
  [older = '', newer]: readonly (string | undefined)[],
  command: Command,
): Promise<void> {
  if (newer === undefined) command.error("error: missing required argument 'newer'");
  const [from, to] = [revisionNumber(older, command), revisionNumber(newer, command)];
  return inAccount(command, 'Reading the revisions', async ({ ports, accountId }) => {
    const diff = await diffRevisions(ports, accountId, id, { from, to });
    const differs = diff.state !== 'unchanged';
    return {
      json: { templates: [diff], differs },
      text: diffText([diff], () => `revision ${to}`),
      ...(!differs && { note: 'Nothing differs: both revisions have the same content.' }),
      exitCode: command.opts().exitCode && differs ? 1 : 0,
    };
  });
}
