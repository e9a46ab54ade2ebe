import { accessFindings } from './access.ts';
import type { FoundAt, LookFinding } from './finding.ts';
import { type JudgeOptions, judgeClients } from './judge.ts';
import { linkFindings } from './links.ts';
import { placesIn } from './place.ts';
import { readMail } from './read-mail.ts';

export interface LookOptions extends Omit<JudgeOptions, 'beside'> {
  /** The tag of the HTML's language. */
  language?: string | undefined;
  /** The HTML of the layout and the partials that the mail is joined with. */
  beside?: readonly string[];
}

/** What mail clients and readers will make of a mail's HTML, as its author wrote it. */
export function lookFindings(html: string, options: LookOptions = {}): LookFinding[] {
  const mail = readMail(html);
  const { language, beside = [], ...judging } = options;
  const placeOf = placesIn(html);
  const placed = ({ offset, ...found }: FoundAt) => ({ ...found, ...placeOf(offset) });
  return [
    ...judgeClients(mail, { ...judging, beside: beside.map(readMail) }),
    ...[...linkFindings(mail), ...accessFindings(mail, language)].map(placed),
  ];
}
