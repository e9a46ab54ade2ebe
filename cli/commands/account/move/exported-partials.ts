import type { KnownPartials } from '../../../../shared/manage/templates/partials/known-partials.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import type { LineOf } from './export-format.ts';
import type { NumberedLine } from './read-export.ts';

/** The sources of partials, by id and revision as `footer 7`. */
export type PartialRevisions = ReadonlyMap<string, TemplateSource>;

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

export function sourceOfLine(line: LineOf<'revision'>): TemplateSource {
  const { kind: _, revision: _1, createdAt: _2, origin: _3, deletedAt: _4, ...written } = line;
  const { templateKind: kind, partials: _5, ...source } = written;
  return { ...source, kind };
}

const keyOf = (id: string, revision: number) => `${id} ${revision}`;
