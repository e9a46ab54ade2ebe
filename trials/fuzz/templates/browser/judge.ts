import type { MailReader } from './mail-reader.ts';
import { faultsOf } from './reading.ts';

/** Two mails of one template: one with hostile values, the other with harmless ones. */
export interface Pair {
  readonly hostile: string;
  readonly plain: string;
}

/** A pair, and a sentence for each change that a hostile value made. */
export interface Judged<T extends Pair> {
  readonly pair: T;
  readonly faults: readonly string[];
}

/** Reads each pair as a browser and as Outlook, and returns those in which a hostile value changed something. */
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
  const inOutlook = { hostile: asOutlookReads(hostile), plain: asOutlookReads(plain) };
  return inOutlook.hostile === hostile ? [{ hostile, plain }] : [{ hostile, plain }, inOutlook];
}

/** Removes the marks of conditional comments, because Outlook reads the content of these comments as HTML. */
function asOutlookReads(html: string): string {
  return html.replace(/<!--\[if\b[^>]*>(?:<!-->)?/gi, '').replace(/(?:<!--)?<!\[endif\]-->/gi, '');
}
