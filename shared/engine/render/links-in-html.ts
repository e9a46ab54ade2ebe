import { ShallowParser } from './html/read-style-rules.ts';

/** The `href` of each `a` and `area`, in order, once, decoded. Links in comments do not count. */
export function linksInHtml(html: string): string[] {
  const links = new Set<string>();
  const open = { depth: 0, passTooDeep: () => {} };
  const parser = new ShallowParser(open, {
    onopentag: (name, { href = '' }) => {
      open.depth += 1;
      if ((name === 'a' || name === 'area') && href.trim() !== '') links.add(href.trim());
    },
    onclosetag: () => {
      open.depth -= 1;
    },
  });
  parser.end(html);
  return [...links];
}
