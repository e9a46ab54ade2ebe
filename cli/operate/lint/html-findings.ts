import { Parser } from 'htmlparser2';
import { type LintFinding, placeIn } from './finding.ts';

/** What in the HTML itself would not reach its readers as it is meant. */
export function htmlFindings(html: string): LintFinding[] {
  const findings: LintFinding[] = [];
  const found = (code: LintFinding['code'], offset: number, message: string) => {
    findings.push({ code, part: 'html', message, ...placeIn(html, offset) });
  };
  const masked = withoutTags(html);
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const start = parser.startIndex;
      const tag = masked.slice(start, parser.endIndex + 1);
      for (const attribute of addressesOf(name)) {
        const address = attributes[attribute]?.trim() ?? '';
        if (!/^http:\/\//i.test(address)) continue;
        const message = `${attribute} begins with http://: write https://, or mail programs warn of it or show nothing`;
        found('insecure-link', start + Math.max(0, tag.search(/http:\/\//i)), message);
      }
      if (name === 'img' && attributes.alt === undefined) {
        found('missing-alt', start, 'img has no alt: say what it shows, or alt="" for decoration');
      }
    },
  });
  parser.end(masked);
  return findings;
}

/**
 * The HTML with something of the same length for every tag of the template: sections stand between
 * attributes, too, and would be read as some.
 */
function withoutTags(html: string): string {
  return html.replace(/\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}/g, (tag) =>
    tag.replace(/[^\n]/g, /^\{\{\s*[#^/!]/.test(tag) ? ' ' : 'x'),
  );
}

/** The attributes of an element that name what is fetched or opened. */
function addressesOf(name: string): readonly string[] {
  if (name === 'a' || name === 'area' || name === 'link') return ['href'];
  return ['src', 'background'];
}
