import { type FlowPlan, readPlan } from '../../engine/flow/plan.ts';
import { lookUpLanguage } from '../../engine/language/look-up-language.ts';
import {
  compiledBytes,
  programsOf,
  type TemplatePrograms,
} from '../../engine/render/compiled-template.ts';
import { type CopyRule, copyRuleOf } from '../../message/copy-rule.ts';
import type { PausedTemplate } from '../../pause.ts';
import { LruCache } from '../lru-cache.ts';
import type { Table } from './dynamodb.ts';
import { pauseNow } from './pause-item.ts';
import { decodeLanguage } from './revision-format.ts';
import {
  draftKey,
  readHead,
  readHeadOrTombstone,
  readServedRevision,
  revisionKey,
  type StoredHead,
} from './templates-table.ts';

/** What serving a template needs. */
export interface LoadedTemplate {
  revision: number;
  /** The tag of the language that `compiled` is in; absent if the template does not say it. */
  language?: string | undefined;
  compiled: TemplatePrograms;
  /** Null if the stored flow is damaged, or was written by a newer version. */
  plan: FlowPlan | null;
  /** Set while the template is paused; render serves it all the same. */
  paused?: PausedTemplate | undefined;
  /** Null if no copies of its live mails are kept. */
  copies: CopyRule | null;
  /** Absent if the template has no other language, or if this is another language of a template. */
  languages?: LoadedLanguages | undefined;
}

/** The languages of a template. Another one than its own is loaded when a request asks for it. */
export interface LoadedLanguages {
  /** The tags of all of them, its own included. */
  tags: readonly string[];
  load: (tag: string) => LoadedTemplate;
}

/** The template in the language that fits a tag best; in its own if none fits or `wanted` is undefined. */
export function inLanguage(template: LoadedTemplate, wanted: string | undefined): LoadedTemplate {
  const { language, languages } = template;
  if (wanted === undefined || languages === undefined) return template;
  const { tags, load } = languages;
  const found = lookUpLanguage(wanted, tags);
  if (found === null || found === language) return template;
  return withPause(load(found), template.paused);
}

/** A template of an account by its id; null if the account has none. */
export type LoadTemplate = (
  accountId: string,
  templateId: string,
) => Promise<LoadedTemplate | null>;

/** A revision of a template that the account has; null if the account has no such template any more. */
export type LoadRevision = (
  accountId: string,
  templateId: string,
  revision: number,
) => Promise<LoadedTemplate | null>;

/** Wraps a loader so that it calls `tell` with the first template that it finds: a flow's branch may load another. */
export function notingTemplate(
  load: LoadTemplate,
  tell: (found: { templateId: string; revision: number }) => void,
): LoadTemplate {
  let isTold = false;
  return async (accountId, templateId) => {
    const loaded = await load(accountId, templateId);
    if (loaded !== null && !isTold) tell({ templateId, revision: loaded.revision });
    isTold = true;
    return loaded;
  };
}

/** Compiled templates that a container keeps: an eighth of execute's 256 MB. */
const maxKeptBytes = 32 * 2 ** 20;

/** Loads templates. The head is read at every request, so that a saved template is served at once. */
export function templateLoader(templates: Table, maxBytes = maxKeptBytes): LoadTemplate {
  const load = cachedRevisions(templates, maxBytes);
  return async (accountId, templateId) => {
    const head = await readSendable(templates, accountId, templateId);
    return head && withPause(await load(accountId, templateId, head.revision), pauseOf(head));
  };
}

/** Bytes of stored drafts that a container keeps: few people look at drafts at the same time. */
const maxKeptDraftBytes = 4 * 2 ** 20;

/** Loads the stored draft of a template, also if it is not served; null if it has no draft, and for a partial. */
export function draftLoader(templates: Table): LoadTemplate {
  const load = cachedRevisions(templates, maxKeptDraftBytes);
  return async (accountId, templateId) => {
    const head = await readHeadOrTombstone(templates, accountId, templateId);
    if (!head?.draft || head.kind === 'partial') return null;
    const { draft } = head;
    return load(accountId, templateId, draft.revision, draftKey(templateId, draft));
  };
}

/** Loads any revision of a template. The head tells whether the template still exists. It throws `MissingRevision`. */
export function revisionLoader(templates: Table, maxBytes = maxKeptBytes): LoadRevision {
  const load = cachedRevisions(templates, maxBytes);
  return async (accountId, templateId, revision) => {
    const head = await readSendable(templates, accountId, templateId);
    return head && withPause(await load(accountId, templateId, revision), pauseOf(head));
  };
}

/** The head of a template that mails can be made of; null for a partial too. */
async function readSendable(table: Table, accountId: string, templateId: string) {
  const head = await readHead(table, accountId, templateId);
  return head?.kind === 'partial' ? null : head;
}

/** What is kept in memory is the revision alone: a pause belongs to the head. */
const withPause = (loaded: LoadedTemplate, paused: LoadedTemplate['paused']): LoadedTemplate =>
  paused ? { ...loaded, paused } : loaded;

function pauseOf({ templateId, pauses }: StoredHead): PausedTemplate | undefined {
  const pause = pauseNow(pauses);
  return pause && { ...pause, templateId };
}

/** The template exists, but has no such revision. */
export class MissingRevision extends Error {
  override readonly name = 'MissingRevision';
}

/** A template in one language. `content` is its stored revision, if that has other languages. */
type Kept = { loaded: LoadedTemplate; content?: Uint8Array };

/** Reads revisions, and keeps up to `maxBytes` of them, each language on its own. Throws `MissingRevision`. */
function cachedRevisions(templates: Table, maxBytes: number) {
  const kept = new LruCache<Kept>(
    maxBytes,
    ({ loaded, content }) => compiledBytes(loaded.compiled) + (content?.length ?? 0),
  );
  return async (
    accountId: string,
    templateId: string,
    revision: number,
    sk = revisionKey(templateId, revision),
  ) => {
    const key = `${accountId} ${sk}`;
    const known = kept.get(key);
    if (known !== undefined) return known.loaded;
    const read = await readServedRevision(templates, accountId, sk);
    if (read === null) {
      throw new MissingRevision(`Revision ${revision} of the template is missing`);
    }
    const { revision: stored, content } = read;
    const { language, tags } = stored;
    const loaded: LoadedTemplate = {
      revision,
      language,
      compiled: programsOf(stored.compiled),
      plan: readPlan(stored.plan),
      copies: copyRuleOf(stored),
    };
    if (tags.length === 0) {
      kept.set(key, { loaded });
      return loaded;
    }
    const load = (tag: string) => {
      const there = kept.get(`${key} ${tag}`);
      if (there !== undefined) return there.loaded;
      const { compiled } = decodeLanguage(content, tags.indexOf(tag));
      const other = {
        ...loaded,
        language: tag,
        compiled: programsOf(compiled),
        languages: undefined,
      };
      kept.set(`${key} ${tag}`, { loaded: other });
      return other;
    };
    loaded.languages = { tags: language === undefined ? tags : [language, ...tags], load };
    kept.set(key, { loaded, content });
    return loaded;
  };
}
