import { readHead, readRevision } from '../../../adapters/tables/templates-table.ts';
import { takenNames } from '../../../engine/render/join/taken-names.ts';
import type { TakenPartials } from '../../../engine/render/join/taken-partials.ts';
import { inParallel } from '../../parallel.ts';
import type { TemplatePorts } from '../template-head.ts';
import { contentIn, sourceOf, type TemplateSource } from '../template-source.ts';

export interface KnownPartial {
  source: TemplateSource;
  /** 0 for one that is saved together with the templates, and has no number yet. */
  revision: number;
}

export type KnownPartials = ReadonlyMap<string, KnownPartial>;

/** The partials as the compiler takes them, in the language that fits best. */
export function takenBy(
  { templateId, kind, layout }: TemplateSource,
  known: KnownPartials,
  language: string | undefined,
): TakenPartials {
  const partials = [...known].map(
    ([id, { source }]) => [id, { ...contentIn(source, language), layout: source.layout }] as const,
  );
  const id = kind === 'partial' ? templateId : undefined;
  return { partials: new Map(partials), layout, id };
}

/** The ids of the partials and the layout that a template names, in any language. */
export function namesIn(source: TemplateSource): string[] {
  const { layout, languages = {} } = source;
  const contents = [source, ...Object.values(languages)];
  return [...new Set(contents.flatMap(({ html, text }) => takenNames({ html, text, layout })))];
}

/** The revision of each partial that a template takes in any language, directly or through others. */
export function revisionsTaken(
  source: TemplateSource,
  known: KnownPartials,
): Record<string, number> {
  const revisions: Record<string, number> = {};
  const names = namesIn(source);
  for (let id = names.pop(); id !== undefined; id = names.pop()) {
    const partial = known.get(id);
    if (partial === undefined || Object.hasOwn(revisions, id)) continue;
    revisions[id] = partial.revision;
    names.push(...namesIn(partial.source));
  }
  return revisions;
}

export function knownAmong(sources: readonly TemplateSource[]): Map<string, KnownPartial> {
  const partials = sources.filter(({ kind }) => kind === 'partial');
  return new Map(partials.map((source) => [source.templateId, { source, revision: 0 }]));
}

/** The partials that `sources` take, as they are served, or as they are among `sources`. */
export async function readKnown(
  { templates }: TemplatePorts,
  accountId: string,
  sources: readonly TemplateSource[],
): Promise<Map<string, KnownPartial>> {
  const known = knownAmong(sources);
  const asked = new Set(known.keys());
  let wanted = sources.flatMap(namesIn);
  while (wanted.length > 0) {
    const ids = [...new Set(wanted)].filter((id) => !asked.has(id));
    for (const id of ids) asked.add(id);
    const read = await inParallel(ids, async (id) => {
      const head = await readHead(templates, accountId, id);
      if (head?.kind !== 'partial') return [];
      const content = await readRevision(templates, accountId, id, head.revision);
      return content ? [{ source: sourceOf(id, content), revision: head.revision }] : [];
    });
    for (const partial of read.flat()) known.set(partial.source.templateId, partial);
    wanted = read.flat().flatMap(({ source }) => namesIn(source));
  }
  return known;
}

/** The partials at the revisions that a template was saved with. */
export async function readRecorded(
  { templates }: TemplatePorts,
  accountId: string,
  revisions: Readonly<Record<string, number>>,
): Promise<KnownPartials> {
  const read = await inParallel(Object.entries(revisions), async ([id, revision]) => {
    const content = await readRevision(templates, accountId, id, revision);
    return content ? [[id, { source: sourceOf(id, content), revision }] as const] : [];
  });
  return new Map(read.flat());
}
