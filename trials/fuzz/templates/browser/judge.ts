import type { MailReader } from './mail-reader.ts';
import { faultsOf } from './reading.ts';

/** Two mails of one template. */
export interface Pair {
  readonly hostile: string;
  readonly plain: string;
}

/** A mail, and a sentence for each fault. */
export interface Judged<T extends Pair> {
  readonly pair: T;
  readonly faults: readonly string[];
}

/** Returns the pairs whose hostile values changed something, for the browser and for Outlook. */
export async function judge<T extends Pair>(
  reader: MailReader,
  pairs: readonly T[],
): Promise<Judged<T>[]> {
  const views = pairs.flatMap((pair) => viewsOf(pair).map((view) => ({ ...view, pair })));
  const mails = [...new Set(views.flatMap(({ hostile, plain }) => [hostile, plain]))];
  const readings = await reader.readAll(mails);
  const reading = (mail: string) => {
    const found = readings[mails.indexOf(mail)];
    if (found === undefined) throw new Error(`The browser did not read ${mail}`);
    return found;
  };
  return views
    .map(({ pair, hostile, plain }) => ({
      pair,
      faults: faultsOf(reading(hostile), reading(plain)),
    }))
    .filter(({ faults }) => faults.length > 0);
}

function viewsOf({ hostile, plain }: Pair): Pair[] {
  const seen = { hostile: asOutlookReads(hostile), plain: asOutlookReads(plain) };
  return seen.hostile === hostile ? [{ hostile, plain }] : [{ hostile, plain }, seen];
}

/** The mail without the marks of its conditional comments, whose content is HTML for Outlook. */
function asOutlookReads(html: string): string {
  return html.replace(/<!--\[if\b[^>]*>(?:<!-->)?/gi, '').replace(/(?:<!--)?<!\[endif\]-->/gi, '');
}
