import { ShallowParser } from '../engine/render/html/read-style-rules.ts';
import { textFromHtml } from '../engine/render/text-from-html.ts';

/** A part of an HTML: its first character, and the one after its last. */
interface Range {
  from: number;
  to: number;
}

/** An element of a quote that is open. `untilQuote`: its end is that of the first quote in it, if there is one. */
interface Open {
  from: number;
  depth: number;
  untilQuote: boolean;
}

const quoteClasses = ['gmail_quote', 'gmail_attr', 'moz-cite-prefix', 'yahoo_quoted'];

/** Elements after which Outlook writes the quoted mail. */
const quoteFollows = ['appendonsend', 'divRplyFwdMsg'];

/** An HTML without the quoted mail, by the elements in which mail programs put it; a reply between quotes keeps them. */
export function cutHtmlQuote(html: string): string {
  const ranges = quotesIn(html);
  const [first] = ranges;
  const last = ranges.at(-1);
  if (!first || !last) return html;
  const between = ranges.slice(1).map(({ from }, index) => html.slice(ranges[index]?.to, from));
  if (between.some((part) => textFromHtml(part).trim() !== '')) return html;
  return `${html.slice(0, first.from)}<br>${html.slice(last.to)}`;
}

function quotesIn(html: string): Range[] {
  const ranges: Range[] = [];
  let open: Open | null = null;
  const walk = { depth: 0, passTooDeep: () => {} };
  const close = (to: number) => {
    if (open) ranges.push({ from: open.from, to });
    open = null;
  };
  const parser = new ShallowParser(walk, {
    onopentag(name, attributes) {
      walk.depth += 1;
      const from = parser.startIndex;
      const classes = (attributes.class ?? '').split(/\s+/);
      const isQuote =
        (name === 'blockquote' && attributes.type === 'cite') ||
        quoteClasses.some((each) => classes.includes(each));
      if (open?.untilQuote && name === 'blockquote') {
        open = { ...open, depth: walk.depth, untilQuote: false };
      }
      if (open) return;
      if (quoteFollows.includes(attributes.id ?? '')) open = { from, depth: 0, untilQuote: false };
      else if (isQuote) {
        const isAround = name !== 'blockquote' && classes.includes('gmail_quote');
        open = { from, depth: walk.depth, untilQuote: isAround };
      }
    },
    onclosetag() {
      if (open?.depth === walk.depth) close(parser.endIndex + 1);
      walk.depth -= 1;
    },
  });
  parser.end(html);
  close(html.length);
  return ranges;
}
