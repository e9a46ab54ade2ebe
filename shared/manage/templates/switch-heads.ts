import type { Change } from '../../adapters/tables/change.ts';
import type { DraftPointer } from '../../adapters/tables/revision-origin.ts';
import { readHead } from '../../adapters/tables/templates-table.ts';
import { writeHead } from '../../adapters/tables/templates-table-writes.ts';
import { readSourceFile } from '../../engine/render/join/source-file.ts';
import { ManageError } from '../manage-error.ts';
import { inParallel } from '../parallel.ts';
import { recorded } from '../trail/recorded.ts';
import { draftBeside } from './new-revision.ts';
import { howJoined } from './partials/partial-waves.ts';
import type { PushOptions, SavedTemplate, SavePorts } from './saves.ts';
import { contentHash } from './template-source.ts';

/** The draft beside the saved revision: none, if that is the draft's own content. */
export function draftAfter(
  { seen, draftChanges, prepared }: Pick<SavedTemplate, 'seen' | 'draftChanges' | 'prepared'>,
  revision: number,
  areDrafts: boolean,
): DraftPointer | undefined {
  const isDraft = areDrafts || draftChanges?.every((change) => change === 'partials');
  if (isDraft && !prepared.isDependent) return undefined;
  return draftBeside(seen, revision, prepared.isDependent ?? false);
}

/** Makes revisions current with all entries of the trail. @throws {ManageError} naming what someone else changed meanwhile */
export async function switchHeads(
  ports: SavePorts,
  accountId: string,
  steps: readonly SavedTemplate[],
  options: PushOptions,
): Promise<void> {
  const { templates, now } = ports;
  const { author: every, authors, madeFrom, areDrafts = false } = options;
  const updatedAt = now().toISOString();
  const written = await inParallel(steps, (step) => {
    const { templateId, flowStatus, revision: content } = step.prepared;
    const { name, kind, subject, html, partials, tags, language, languages = {} } = content;
    const isLayout = kind && readSourceFile(templateId, html).isLayout;
    const { revision } = step.outcome;
    const from = madeFrom?.get(templateId) ?? step.head?.revision;
    const { isDependent } = step.prepared;
    const author = authors?.get(templateId) ?? every;
    const how = isDependent ? { how: howJoined(content, step.current) } : {};
    const published = areDrafts && !isDependent && { draft: step.seen?.draft?.createdAt };
    const origin = author && {
      ...{ ...author, ...how, ...published },
      ...(from !== undefined && { from }),
    };
    const uses = partials && Object.keys(partials);
    const languageTags = language === undefined ? [] : [language, ...Object.keys(languages)];
    const lists = { uses, tags, languageTags };
    const about = { templateId, name, subject, flowStatus, kind, isLayout, ...lists };
    const draft = draftAfter(step, revision, areDrafts);
    const change = changeOfHead(ports, accountId, step, options);
    step.head = { ...about, revision, updatedAt, origin, draft };
    return writeHead(templates, accountId, step.head, step.seen, change);
  });
  const lost = steps.filter((_, index) => !written[index]);
  if (lost.length === 0) return;
  const ids = lost.map(({ outcome }) => outcome.id);
  const [first = ''] = ids;
  const there = ids.length === 1 ? await readHead(templates, accountId, first) : null;
  throw changedMeanwhile(ids, there?.revision);
}

function changeOfHead(
  ports: SavePorts,
  accountId: string,
  { prepared, head, seen, outcome }: SavedTemplate,
  { restores, areDrafts, override }: PushOptions,
): Change {
  const { templateId, isDependent, revision: content } = prepared;
  const target = `template:${templateId}`;
  const revision = [head?.revision ?? null, outcome.revision] as const;
  if (restores && !isDependent) {
    const action = head ? 'template.restored' : 'template.undeleted';
    return recorded(ports, accountId, action, target, { revision });
  }
  const approvals = (areDrafts && !isDependent && seen?.draft?.approvals) || [];
  const approvedBy = approvals.flatMap(({ by }) => by.id ?? []);
  const approved = approvals.length > 0 && {
    approvedBy,
    replay: approvals.at(-1)?.replay ?? null,
  };
  const change = { revision, hash: contentHash(content), ...approved };
  return recorded(ports, accountId, 'template.published', target, change, { override });
}

/** `revision`: the served revision, if it is known. */
export function changedMeanwhile(ids: readonly string[], revision?: number): ManageError {
  return new ManageError(
    `Someone else changed ${ids.join(', ')} at the same time`,
    ids.map((templateId) => ({
      code: 'changed-meanwhile' as const,
      templateId,
      message: 'was changed by someone else since this push began; their change was kept',
    })),
    { code: 'stale', revision, hint: 'push again to save yours as the next revision' },
  );
}
