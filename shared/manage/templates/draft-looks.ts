import { flowGraph } from '../../engine/flow/graph.ts';
import { maxJudgedDraftBytes } from '../../engine/limits.ts';
import { type ClientWeights, type LookFinding, lookLevels } from '../../engine/looks/finding.ts';
import type { LookOptions } from '../../engine/looks/look-findings.ts';
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
  const { html } = source;
  if (Buffer.byteLength(html) > maxJudgedDraftBytes) return [...warnings];
  // Only the editor needs it: the function's start does not wait for its data.
  const { acceptFindings } = await import('../../engine/looks/accept.ts');
  const { lookFindings } = await import('../../engine/looks/look-findings.ts');
  const asWarning = ({ message: detail, source: _, ...finding }: LookFinding): DraftWarning => ({
    ...{ ...finding, detail, part: 'html' },
  });
  const options = { ...lookOptions(source, known), degrades: true, clients };
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

/** What a template says about its HTML beside it. */
export function lookOptions(source: TemplateSource, known: KnownPartials): LookOptions {
  const { language, kind, layout, flow } = source;
  const nodes = flowGraph.safeParse(flow).data?.nodes ?? [];
  const ses = nodes.find((node) => node.type === 'provider');
  return {
    ...{ language, beside: htmlBeside(source, known), hasLayout: layout !== undefined },
    ...{ isPartial: kind === 'partial', unsubscribe: ses && Boolean(ses.unsubscribe) },
  };
}

/** The HTML of the layout and the partials that a template takes, in its language. */
function htmlBeside(source: TemplateSource, known: KnownPartials): string[] {
  return Object.keys(revisionsTaken(source, known)).flatMap((id) => {
    const partial = known.get(id)?.source;
    return partial ? contentIn(partial, source.language).html : [];
  });
}
