import { acceptFindings } from '../../../../shared/engine/looks/accept.ts';
import type { ClientWeights } from '../../../../shared/engine/looks/finding.ts';
import { lookFindings } from '../../../../shared/engine/looks/look-findings.ts';
import { lookOptions } from '../../../../shared/manage/templates/draft-looks.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { type LintFinding, lintRules } from './finding.ts';
import { inView, type LanguageView } from './language-view.ts';

export interface Looks {
  /** The mail clients to judge for. Default: the usual ones. */
  clients?: ClientWeights | undefined;
  /** The HTML of the templates that take this partial or layout: its styles are for their elements too. */
  takers?: readonly string[];
}

/** Findings with what mail clients and readers will make of a template; comments of its author accept some. */
export function withLooks(
  { templateId }: TemplateSource,
  views: readonly LanguageView[],
  findings: readonly LintFinding[],
  looks: Looks,
): LintFinding[] {
  const found = views.flatMap((view) =>
    looksIn(view, looks).map((finding) => inView(view, finding)),
  );
  const all = views.reduce(withAccepted, [...findings, ...found]);
  return all.map((finding) => ({ ...finding, templateId }));
}

/** The HTML of the templates that take a partial or a layout; no template takes any other. */
export function takersOf(
  { templateId: id, kind }: TemplateSource,
  sources: readonly TemplateSource[],
): string[] {
  if (kind !== 'partial') return [];
  const tag = new RegExp(`\\{\\{\\s*>\\s*${id}\\s*\\}\\}`);
  return sources.flatMap(({ html, layout }) => (layout === id || tag.test(html) ? html : []));
}

/** Marks what comments in the HTML of a language accept, and adds the comments that accept nothing. */
function withAccepted(findings: readonly LintFinding[], view: LanguageView): LintFinding[] {
  const isHere = ({ part, language, partial }: LintFinding) =>
    part === 'html' && language === view.tag && partial === undefined;
  const { kept, accepted, unused } = acceptFindings(
    view.source.html,
    findings,
    (finding) => isHere(finding) && lintRules[finding.code] !== 'error',
  );
  return [
    ...kept,
    ...accepted.map(({ finding, reason }) => ({ ...finding, accepted: reason })),
    ...unused.map((finding) => inView(view, { ...finding, part: 'html' as const })),
  ];
}

function looksIn({ source, known }: LanguageView, { clients, takers = [] }: Looks): LintFinding[] {
  const options = lookOptions(source, known);
  const beside = [...(options.beside ?? []), ...takers];
  const findings = lookFindings(source.html, { ...options, beside, degrades: true, clients });
  return findings.map((finding) => ({ ...finding, part: 'html' }));
}
