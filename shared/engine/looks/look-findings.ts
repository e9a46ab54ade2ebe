import { accessFindings } from './access.ts';
import { contrastFindings } from './contrast.ts';
import type { FoundAt, LookFinding } from './finding.ts';
import { type JudgeOptions, judgeClients } from './judge.ts';
import { type LinkOptions, linkFindings } from './links.ts';
import { placesIn } from './place.ts';
import { readMail } from './read-mail.ts';
import { grouped } from './surroundings.ts';

export interface LookOptions extends Omit<JudgeOptions, 'beside'>, LinkOptions {
  /** The tag of the HTML's language. */
  language?: string | undefined;
  /** The HTML of the layout and the partials that the mail is joined with. */
  beside?: readonly string[];
  /** Whether it stands in a layout. */
  hasLayout?: boolean;
}

/** What mail clients and readers will make of a mail's HTML, as its author wrote it. */
export function lookFindings(html: string, options: LookOptions = {}): LookFinding[] {
  const mail = readMail(html);
  const beside = (options.beside ?? []).map(readMail);
  const { isPartial = false, hasLayout = false } = options;
  const placeOf = placesIn(html);
  const found: FoundAt[] = [
    ...linkFindings(mail, options),
    ...accessFindings(mail, options),
    ...contrastFindings(mail, { beside, isPart: isPartial || hasLayout }),
  ];
  const findings = found.map(({ offset, ...finding }) => ({ ...finding, ...placeOf(offset) }));
  const all = [...judgeClients(mail, { ...options, beside }), ...findings];
  return [...grouped(all, ({ code }) => [code]).values()].flatMap(limited);
}

/** Findings of one code in one file; another one says how many more there are. */
const maxFindings = 200;

function limited(findings: readonly LookFinding[]): LookFinding[] {
  const next = findings[maxFindings];
  if (!next) return [...findings];
  const { code, line, column } = next;
  const message = `and ${findings.length - maxFindings} more`;
  return [...findings.slice(0, maxFindings), { code, line, column, message }];
}
