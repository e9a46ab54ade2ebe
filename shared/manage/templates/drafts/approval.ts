import {
  type Approvals,
  noApprovals,
  readAccount,
} from '../../../adapters/tables/accounts-table.ts';
import type { DraftApproval, DraftPointer } from '../../../adapters/tables/revision-origin.ts';
import { writeDraft } from '../../../adapters/tables/templates-table-writes.ts';
import { ManageError } from '../../manage-error.ts';
import { recorded } from '../../trail/recorded.ts';
import type { SavedTemplate, SavePorts } from '../saves.ts';
import { contentHash, sourceOf, type TemplateChange } from '../template-source.ts';
import { draftTag, readDraft, type StoredDraft } from './stored-draft.ts';

/** Who saves or approves: their id in the trail, if it is known, and the name that the history shows. */
export interface Person {
  id?: string | undefined;
  name: string;
}

/** Who saves with the CLI as `…/ann@example.com` and who signs in as `ann@example.com` are one person. */
function isSamePerson(one: Person, other: Person): boolean {
  const isSameId = one.id !== undefined && one.id === other.id;
  return isSameId || one.name.toLowerCase() === other.name.toLowerCase();
}

/** The SHA-256 in hex of what the draft's author wrote: all parts as JSON with sorted keys, without spaces. */
export function draftHash({ head, content }: Pick<StoredDraft, 'head' | 'content'>): string {
  return contentHash(sourceOf(head.templateId, content));
}

/** The approvals that a change needs, and why it passes over them. */
export interface NeededApprovals extends Approvals {
  override?: string | undefined;
}

/** The approvals that an account requires; none for an unknown account. Strongly consistent. */
export async function approvalsOf(
  { accounts }: { accounts: SavePorts['templates'] },
  accountId: string,
): Promise<Approvals> {
  return (await readAccount(accounts, accountId))?.approvals ?? noApprovals;
}

const saverOf = ({ origin }: DraftPointer): Person => ({ id: origin.id, name: origin.by });

const ownDraft = 'You saved this draft';

/** Why somebody may not approve a draft, as a sentence without a full stop; null if they may. */
export function approvalObstacle(draft: DraftPointer, person: Person): string | null {
  if (isSamePerson(saverOf(draft), person)) return ownDraft;
  const given = draft.approvals ?? [];
  return given.some(({ by }) => isSamePerson(by, person)) ? 'You approved this draft' : null;
}

/** Whether enough persons other than the one who saved the draft approved it. */
function isApproved(draft: DraftPointer, { required }: Approvals): boolean {
  const others = (draft.approvals ?? []).filter(({ by }) => !isSamePerson(by, saverOf(draft)));
  return others.length >= required;
}

interface Approving {
  by: Person;
  hash: string;
  tag?: number;
  replay: () => Promise<DraftApproval['replay']>;
}

/**
 * Records that a person approves a draft with exactly this content. A second approval by the same person changes nothing.
 *
 * @throws {ManageError} `unknown` like `readDraft`, `stale` for another draft or content, `own_draft` for its author
 */
export async function approveDraft(
  ports: SavePorts,
  accountId: string,
  templateId: string,
  { by, hash, tag, replay }: Approving,
): Promise<StoredDraft> {
  const stored = await readDraft(ports, accountId, templateId);
  const { head, draft } = stored;
  if ((tag !== undefined && tag !== draftTag(draft)) || hash !== draftHash(stored)) {
    throw stale(`Draft ${draft.revision} of ${templateId} is not what you looked at`);
  }
  const why = approvalObstacle(draft, by);
  if (why === ownDraft) {
    throw new ManageError(`${why}: somebody else has to approve it`, [], { code: 'own_draft' });
  }
  if (why !== null) return stored;
  const approval = { by, at: ports.now().toISOString(), replay: await replay() };
  const approved = { ...draft, approvals: [...(draft.approvals ?? []), approval] };
  const change = recorded(ports, accountId, 'draft.approved', `template:${templateId}`, {
    ...{ draft: [draft.revision, draft.revision], hash, replay: approval.replay ?? null },
  });
  if (await writeDraft(ports.templates, accountId, { ...head, draft: approved }, head, change)) {
    return { ...stored, head: { ...head, draft: approved }, draft: approved };
  }
  throw stale(`Someone else changed the draft of ${templateId}`);
}

const stale = (sentence: string) =>
  new ManageError(sentence, [], { code: 'stale', hint: 'look at it again before you approve it' });

/** A name and tags change no mail, and the partials of a save are saves that need an approval themselves. */
const unseen: readonly TemplateChange[] = ['name', 'tags', 'partials'];

const isSeen = ({ outcome: { changed, state, changes } }: SavedTemplate) =>
  changed && (state === 'new' || changes.some((change) => !unseen.includes(change)));

/** @throws {ManageError} `needs_approval` with this sentence if a save changes mails, and needs an approval */
export function refuseDirect(
  saves: readonly SavedTemplate[],
  { required }: Approvals,
  sentence: string,
): void {
  if (required === 0 || !saves.some(isSeen)) return;
  throw new ManageError(sentence, [], { code: 'needs_approval' });
}

/** @throws {ManageError} `needs_approval` for drafts that nobody else has approved, if the account requires that */
export function refuseUnapproved(drafts: readonly StoredDraft[], approvals: Approvals): void {
  const missing = drafts.filter(({ draft }) => !isApproved(draft, approvals));
  if (missing.length === 0) return;
  const sentences = missing.map(({ draft, head }) => {
    const which = missing.length === 1 ? '' : ` of ${head.templateId}`;
    return `Draft ${draft.revision}${which} is not approved`;
  });
  throw new ManageError(sentences.join('; '), [], {
    code: 'needs_approval',
    hint: 'template approve ID approves a draft that another person saved',
  });
}
