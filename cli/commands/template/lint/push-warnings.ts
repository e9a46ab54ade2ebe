import type { ClientWeights } from '../../../../shared/engine/looks/finding.ts';
import { knownAmong } from '../../../../shared/manage/templates/partials/known-partials.ts';
import { byPlace, locateIn } from '../../../folders/locate-problems.ts';
import { foldersBeside, sourcesOf } from '../../../folders/prepare-folder.ts';
import { readTemplateFolders } from '../../../folders/template-folders.ts';
import { type JudgedFinding, judge } from './finding.ts';
import { viewsOf } from './language-view.ts';
import { findingLine } from './lint-formats.ts';
import { takersOf, withLooks } from './look-findings.ts';

/** What a push warns of: what a mail client breaks, and what some people cannot read. */
const warned = new Set<string>(
  'client-breaks low-contrast low-contrast-dark missing-lang missing-title missing-alt table-role link-text vague-link heading-order small-text'.split(
    ' ',
  ),
);

const maxLines = 20;

/** What mail clients and readers will make of the templates of a folder that a push saved. */
export async function pushWarnings(
  dir: string,
  saved: readonly { id: string; state: string }[],
  clients: ClientWeights | undefined,
): Promise<JudgedFinding[]> {
  const ids = new Set(saved.flatMap(({ id, state }) => (state === 'unchanged' ? [] : id)));
  const { folders } = await readTemplateFolders(dir);
  const all = [...(await foldersBeside(dir, folders)), ...folders];
  const sources = sourcesOf(all);
  const known = knownAmong(sources);
  const findings = folders
    .filter(({ source }) => ids.has(source.templateId))
    .flatMap(({ source }) => {
      const takers = takersOf(source, sources);
      return withLooks(source, viewsOf(source, known), [], { clients, takers });
    })
    .filter(({ code }) => warned.has(code));
  return judge(findings.map(locateIn(all)), {}).sort(byPlace);
}

/** At most 20 lines for people; undefined: there is nothing to say. */
export function warningLines(warnings: readonly JudgedFinding[], dir: string): string | undefined {
  const lines = warnings.slice(0, maxLines).map(findingLine);
  const more = warnings.length - lines.length;
  if (more > 0) lines.push(`and ${more} more: postrider template lint ${dir}`);
  return lines.length > 0 ? lines.join('\n') : undefined;
}
