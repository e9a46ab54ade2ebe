import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';
import type { RevisionAuthor } from '../../adapters/tables/revision-origin.ts';
import type { StoredHead, TemplateHead } from '../../adapters/tables/templates-table.ts';
import type { ManagePorts } from '../ports.ts';
import type { TrailPorts } from '../trail/recorded.ts';
import type { PreparedTemplate } from './prepare-template.ts';
import type { TemplateChange } from './template-source.ts';

export type SavePorts = Pick<ManagePorts, 'templates'> & TrailPorts;

export interface PushedTemplate {
  id: string;
  /** The served revision, or in a dry run the one that would be. */
  revision: number;
  /** False if nothing was written, because the content is the same. */
  changed: boolean;
  state: 'new' | 'changed' | 'unchanged';
  changes: TemplateChange[];
  /** For a dependent: the partials with their revisions, such as `footer 8`. */
  because?: string;
  /** The number of the draft that stays; it was made from an older revision. */
  staleDraft?: number;
}

export interface PushOptions {
  author?: RevisionAuthor | undefined;
  /** The revision that each content was made from. Default: the served one. */
  madeFrom?: ReadonlyMap<string, number>;
  authors?: ReadonlyMap<string, RevisionAuthor>;
  /** The templates are their drafts. Default: a draft stays, unless its own content is saved. */
  areDrafts?: boolean;
  /** Why it passes over a missing approval. */
  override?: string | undefined;
  /** Old revisions are served again. Default: false. */
  restores?: boolean;
  /** Compares, and writes nothing. */
  dryRun?: boolean;
  /** Called with a description of the current step. */
  progress?: (doing: string) => void;
  /** Called with all templates before anything is written. If it throws, nothing is saved. */
  check?: (saves: readonly SavedTemplate[]) => void;
}

export interface SavedTemplate {
  prepared: PreparedTemplate;
  /** The stored head at the beginning, also a tombstone. */
  seen: StoredHead | null;
  /** The served head; null for a new template. */
  head: TemplateHead | null;
  current: TemplateRevision | null;
  /** How the stored draft differs from the content; null if there is none. */
  draftChanges: readonly TemplateChange[] | null;
  outcome: PushedTemplate;
}
