import type { LookFinding } from './finding.ts';
import { placesIn } from './place.ts';

/** A comment that accepts findings. */
interface Acceptance {
  /** Rules and codes. */
  names: readonly string[];
  /** Empty if there is none: it accepts nothing. */
  reason: string;
  offset: number;
  /** The line whose findings it accepts; null for the whole file. */
  line: number | null;
}

/** A finding of any code in one file. */
export interface AcceptableFinding {
  code: string;
  feature?: string | undefined;
  line?: number | undefined;
}

export interface Accepted<Finding> {
  kept: Finding[];
  accepted: { finding: Finding; reason: string }[];
  /** A finding for each comment that accepts nothing. */
  unused: LookFinding[];
}

const text = String.raw`(?:[^{}]|\{(?!\{)|\}(?!\}))*`;
const ignore = new RegExp(
  String.raw`\{\{\s*!\s*postrider-ignore(-file)?(?=[\s:}])([^{}:]*)(?::(${text}))?\}\}`,
  'g',
);

/**
 * Leaves out the findings that comments of the file accept. `{{! postrider-ignore css-gap: why }}` accepts the rule or
 * code on its line; one that stands alone, on the next line.
 *
 * @param mayAccept whether a finding can be accepted. Default: all
 */
export function acceptFindings<Finding extends AcceptableFinding>(
  html: string,
  findings: readonly Finding[],
  mayAccept: (finding: Finding) => boolean = () => true,
): Accepted<Finding> {
  const placeOf = placesIn(html);
  const acceptances = acceptancesIn(html, (offset) => placeOf(offset).line);
  const used = new Set<Acceptance>();
  const result: Accepted<Finding> = { kept: [], accepted: [], unused: [] };
  for (const finding of findings) {
    const by = acceptances.find((each) => mayAccept(finding) && accepts(each, finding));
    if (by) {
      used.add(by);
      result.accepted.push({ finding, reason: by.reason });
    } else result.kept.push(finding);
  }
  for (const each of acceptances) {
    if (used.has(each)) continue;
    result.unused.push({
      code: 'unused-ignore',
      ...placeOf(each.offset),
      message: whyUnused(each),
    });
  }
  return result;
}

function accepts({ names, reason, line }: Acceptance, finding: AcceptableFinding): boolean {
  const { code, feature } = finding;
  return (
    reason !== '' &&
    (line === null || line === finding.line) &&
    names.some((name) => name === code || name === feature)
  );
}

function whyUnused({ names, reason, line }: Acceptance): string {
  if (reason === '' || names.length === 0) {
    return 'postrider-ignore needs a reason: {{! postrider-ignore css-display-flex: why }}';
  }
  const where = line === null ? 'in this file' : `in line ${line}`;
  const named = names.map((name) => JSON.stringify(name.slice(0, 60))).join(' or ');
  return `Nothing ${where} has the code or rule ${named}: delete this comment, or correct the name`;
}

function acceptancesIn(html: string, lineOf: (offset: number) => number): Acceptance[] {
  const comments = [...html.matchAll(ignore)].map((match) => {
    const end = match.index + match[0].length;
    const isAlone =
      /(^|[\r\n])[ \t]*$/.test(html.slice(Math.max(0, match.index - 200), match.index)) &&
      /^[ \t]*([\r\n]|$)/.test(html.slice(end, end + 200));
    return { match, isAlone, first: lineOf(match.index), last: lineOf(end) };
  });
  // Several comments may stand above the line that they accept.
  const below = new Map<number, number>();
  for (const { isAlone, first, last } of comments.toReversed()) {
    if (isAlone) below.set(first, below.get(last + 1) ?? last + 1);
  }
  return comments.map(({ match, isAlone, first }) => {
    const [, file, names = '', reason = ''] = match;
    const line = isAlone ? (below.get(first) ?? null) : first;
    return {
      names: names.split(',').flatMap((name) => name.trim() || []),
      reason: reason.trim(),
      offset: match.index,
      line: file === undefined ? line : null,
    };
  });
}
