import { readRevision } from '../../../../shared/adapters/tables/templates-table.ts';
import type { KnownPartials } from '../../../../shared/manage/templates/partials/known-partials.ts';
import type { TemplatePorts } from '../../../../shared/manage/templates/template-head.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { listTemplates } from '../../../../shared/manage/templates/templates.ts';
import type { LineOf } from './export-format.ts';
import type { NumberedLine } from './read-export.ts';

/** The sources of partials, by id and revision as `footer 7`. */
export type PartialRevisions = ReadonlyMap<string, TemplateSource>;

/** All revisions of partials in an export. It stops reading after the lines of templates. */
export async function readPartials(lines: AsyncIterable<NumberedLine>): Promise<PartialRevisions> {
  const partials = new Map<string, TemplateSource>();
  for await (const { line } of lines) {
    if (line.kind === 'suppression' || line.kind === 'key' || line.kind === 'end') break;
    if (line.kind === 'revision' && line.templateKind === 'partial') {
      partials.set(keyOf(line.templateId, line.revision), sourceOfLine(line));
    }
  }
  return partials;
}

/** The partials that a revision includes, if the export has them. */
export function takenByLine(
  { partials = {} }: LineOf<'revision'>,
  all: PartialRevisions,
): KnownPartials {
  const known = Object.entries(partials).flatMap(([id, revision]) => {
    const source = all.get(keyOf(id, revision));
    return source ? [[id, { source, revision }] as const] : [];
  });
  return new Map(known);
}

/** The template's source in the line of a revision. */
export function sourceOfLine(line: LineOf<'revision'>): TemplateSource {
  const { kind: _, revision: _1, createdAt: _2, origin: _3, deletedAt: _4, ...written } = line;
  const { templateKind: kind, partials: _5, ...source } = written;
  return { ...source, kind };
}

/**
 * The revisions of partials that the current revisions of all templates need, as `footer 7`. A template that was rolled
 * back may need older revisions than the current ones.
 */
export async function partialsInUse(
  ports: TemplatePorts,
  accountId: string,
): Promise<ReadonlySet<string>> {
  const heads = await listTemplates(ports, accountId);
  const wanted: [id: string, revision: number][] = heads
    .filter(({ uses = [] }) => uses.length > 0)
    .map(({ templateId, revision }) => [templateId, revision]);
  const found = new Set<string>();
  for (let next = wanted.pop(); next; next = wanted.pop()) {
    const content = await readRevision(ports.templates, accountId, ...next);
    for (const [id, revision] of Object.entries(content?.partials ?? {})) {
      if (found.has(keyOf(id, revision))) continue;
      found.add(keyOf(id, revision));
      wanted.push([id, revision]);
    }
  }
  return found;
}

export const keyOf = (id: string, revision: number) => `${id} ${revision}`;
