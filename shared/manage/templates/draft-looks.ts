import { maxJudgedDraftBytes } from '../../engine/limits.ts';
import { type ClientWeights, type LookFinding, lookLevels } from '../../engine/looks/finding.ts';
import type { DraftWarning } from './draft-warnings.ts';
import { type KnownPartials, revisionsTaken } from './partials/known-partials.ts';
import { contentIn, type TemplateSource } from './template-source.ts';

/**
 * A draft's warnings with what mail clients and readers will make of its HTML, and without what its comments accept.
 * `template lint` judges a large one.
 */
export async function withLooks(
  warnings: readonly DraftWarning[],
  source: TemplateSource,
  { known, clients }: { known: KnownPartials; clients: ClientWeights | undefined },
): Promise<DraftWarning[]> {
  const { html, language } = source;
  if (Buffer.byteLength(html) > maxJudgedDraftBytes) return [...warnings];
  // Only the editor needs it: the function's start does not wait for its data.
  const { acceptFindings } = await import('../../engine/looks/accept.ts');
  const { lookFindings } = await import('../../engine/looks/look-findings.ts');
  const asWarning = ({ message: detail, source: _, ...finding }: LookFinding): DraftWarning => ({
    ...{ ...finding, detail, part: 'html' },
  });
  const options = { language, beside: htmlBeside(source, known), degrades: true, clients };
  const looks = lookFindings(html, options).map(asWarning);
  const { kept, unused } = acceptFindings(
    html,
    [...warnings, ...looks],
    ({ part }) => part === 'html',
  );
  const isOn = ({ code }: DraftWarning) => !offCodes.has(code);
  return [...kept, ...unused.map(asWarning)].filter(isOn);
}

const offCodes = new Set<string>(
  Object.entries(lookLevels).flatMap(([code, level]) => (level === 'off' ? code : [])),
);

/** The HTML of the layout and the partials that a template takes, in its language. */
export function htmlBeside(source: TemplateSource, known: KnownPartials): string[] {
  return Object.keys(revisionsTaken(source, known)).flatMap((id) => {
    const partial = known.get(id)?.source;
    return partial ? contentIn(partial, source.language).html : [];
  });
}
