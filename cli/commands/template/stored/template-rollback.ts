import type { Command } from 'commander';
import type { RevisionAuthor } from '../../../../shared/adapters/tables/revision-origin.ts';
import { ManageError, type ManageProblem } from '../../../../shared/manage/manage-error.ts';
import { inParallel } from '../../../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import type { PreparedTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import { pushRevision, pushTemplates } from '../../../../shared/manage/templates/push-templates.ts';
import { prepareRevisions } from '../../../../shared/manage/templates/revisions.ts';
import { restoreRevision } from '../../../../shared/manage/templates/save-template.ts';
import type { PushedTemplate } from '../../../../shared/manage/templates/saves.ts';
import { headOrTombstoneOf } from '../../../../shared/manage/templates/template-head.ts';
import { authorOf } from '../../../connection/actor.ts';
import { inAccount } from '../../../connection/session.ts';
import { confirmed, print } from '../../../terminal/dialog.ts';
import { accountOption, revisionNumber, subcommand } from '../../../terminal/options.ts';
import { asCompared, diffTemplates, type TemplateDiff } from '../compare/diff-templates.ts';
import { diffText } from '../compare/diff-text.ts';
import { pushTable } from '../push/push-folder.ts';
import { noteOption, pastTime, servedAt } from './revision-options.ts';

interface RollbackOptions {
  toTime?: string;
  note?: string;
  yes?: boolean;
  json?: boolean;
}

export function addRollback(template: Command): void {
  subcommand(template, 'rollback', {
    about:
      'make the content of an old revision current again, as a new revision; this also restores a deleted template',
    example: 'template rollback welcome 3',
  })
    .argument('<template>', "the template's id")
    .argument(
      '[revision...]',
      'the number of the old revision; with --to-time, the ids of more templates',
    )
    .option(
      '--to-time <time>',
      'what they served at this time, UTC without a zone: 2026-11-21T14:00Z',
    )
    .option(...accountOption)
    .option(...noteOption)
    .option('--yes', 'with --to-time: do not ask')
    .action((id: string, words: string[], options: RollbackOptions, command: Command) => {
      const time = pastTime(options.toTime, '--to-time', command);
      if (time) return rollBackTo(time, [id, ...words], command);
      const [number, ...more] = words;
      if (number === undefined) command.error("error: missing required argument 'revision'");
      if (more.length > 0) command.error('error: several templates need --to-time');
      return rollBack(id, revisionNumber(number, command), command);
    });
}

function rollBack(id: string, revision: number, command: Command): Promise<void> {
  const { note }: RollbackOptions = command.opts();
  return inAccount(command, 'Rolling back', async ({ ports, accountId }) => {
    const author = { by: await authorOf(ports), how: `rollback to ${revision}`, note };
    const pushed = await pushRevision(ports, accountId, id, revision, author);
    const { dependents } = pushed;
    const text = rolledBackText(pushed, revision);
    return {
      json: { ...pushed, restored: revision },
      text: dependents ? `${text}\nSaved again with it:\n\n${pushTable(dependents)}` : text,
    };
  });
}

function rolledBackText({ id, revision, changed, state }: PushedTemplate, old: number): string {
  if (!changed) return `The current revision ${revision} of ${id} has that content already.`;
  const text = `Revision ${revision} of ${id} has the content of revision ${old}.`;
  return state === 'new' ? `${text} The template was deleted, and is served again.` : text;
}

function rollBackTo(time: Date, ids: readonly string[], command: Command): Promise<void> {
  const { yes = false, json = false, note }: RollbackOptions = command.optsWithGlobals();
  return inAccount(command, 'Reading the revisions', async (session) => {
    const { ports, accountId, deployment: _, ...terminal } = session;
    const at = time.toISOString();
    const plan = await planRollback(ports, accountId, ids, time);
    const { diffs, restored } = plan;
    if (diffs.every(({ state }) => state === 'unchanged')) {
      const templates = diffs.map(({ id, revision }) => ({ id, revision, changed: false }));
      const text = 'Nothing differs: what is served now was served at that time.';
      return { json: { templates, at }, text };
    }
    terminal.pause();
    if (!json) print(diffText(diffs, (id) => `revision ${restored.get(id)}`));
    const question = `Roll back to ${at}?`;
    if (!(await confirmed(terminal, command, { yes, question, what: 'roll this back' }))) {
      return { json: { templates: [], at }, text: 'Nothing was rolled back.', exitCode: 1 };
    }
    const author = { by: await authorOf(ports), how: `rollback to ${at}`, note };
    const templates = await runRollback(ports, accountId, plan, author);
    return { json: { templates, at }, text: `\n${pushTable(templates)}` };
  });
}

/** `template undelete`: serves a deleted template again, with its last revision. */
export function addUndelete(template: Command): void {
  subcommand(template, 'undelete', {
    about: 'serve a deleted template again, with the content of its last revision',
    example: 'template undelete welcome',
  })
    .argument('<template>', "the template's id")
    .option(...accountOption)
    .action((id: string, _: object, command: Command) =>
      inAccount(command, 'Restoring the template', async ({ ports, accountId }) => {
        const { revision: last, deletedAt } = await headOrTombstoneOf(ports, accountId, id);
        if (deletedAt === undefined) {
          throw new ManageError(`${id} is not deleted: revision ${last} is served`);
        }
        const by = await authorOf(ports);
        const wanted = { templateId: id, revision: last, from: 'deleted', by } as const;
        const { revision } = (await restoreRevision(ports, accountId, wanted)).head;
        const text = `Template ${id} is served again: revision ${revision} has the content of revision ${last}.`;
        return { json: { id, revision, restored: last }, text };
      }),
    );
}

interface RollbackPlan {
  /** The revision that each template had at that time, by its id. */
  restored: ReadonlyMap<string, number>;
  prepared: PreparedTemplate[];
  diffs: TemplateDiff[];
}

/** Compares with what was served at a time. @throws {ManageError} if that was nothing, or is refused today */
export async function planRollback(
  ports: ManagePorts,
  accountId: string,
  ids: readonly string[],
  time: Date,
): Promise<RollbackPlan> {
  const restored = new Map<string, number>();
  const problems: ManageProblem[] = [];
  await inParallel([...new Set(ids)], async (templateId) => {
    const found = await servedAt(ports, accountId, templateId, time);
    if (found) restored.set(templateId, found.revision);
    else {
      const message = `was not served at ${time.toISOString()}`;
      problems.push({ code: 'bad-time', templateId, message });
    }
  });
  if (problems.length > 0) {
    const hint = 'template versions shows when each revision became current';
    throw new ManageError('Nothing was rolled back', problems, { code: 'unknown', hint });
  }
  const prepared = await prepareRevisions(ports, accountId, restored);
  return { restored, prepared, diffs: await diffTemplates(ports, accountId, prepared) };
}

/** Saves what was planned. @throws {ManageError} `stale` if another person changed a template since */
export function runRollback(
  ports: ManagePorts,
  accountId: string,
  { restored, prepared, diffs }: RollbackPlan,
  author: RevisionAuthor,
): Promise<PushedTemplate[]> {
  return pushTemplates(ports, accountId, prepared, {
    restores: true,
    ...{ author, madeFrom: restored },
    check: asCompared(
      diffs,
      (id) => `Nothing was rolled back: another person changed ${id} meanwhile`,
    ),
  });
}
