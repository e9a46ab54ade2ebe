import { Parser } from 'htmlparser2';
import { canonicalTag } from '../../../../shared/engine/language/language-tag.ts';
import { placeAt } from '../../../terminal/json-source.ts';
import type { LintFinding } from './finding.ts';

/** Problems that mail programs have with the HTML. `language`: the tag of the HTML's language. */
export function htmlFindings(html: string, language?: string): LintFinding[] {
  const findings: LintFinding[] = [];
  const found = (code: LintFinding['code'], offset: number, message: string) => {
    findings.push({ code, part: 'html', message, ...placeAt(html, offset) });
  };
  const masked = withoutTags(html);
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const start = parser.startIndex;
      const tag = masked.slice(start, parser.endIndex + 1);
      for (const attribute of addressesOf(name)) {
        const address = attributes[attribute]?.trim() ?? '';
        if (!/^http:\/\//i.test(address)) continue;
        const message = `${attribute} begins with http://: write https://, or mail programs show a warning or nothing`;
        found('insecure-link', start + Math.max(0, tag.search(/http:\/\//i)), message);
      }
      const lang =
        name === 'html' && !/lang\s*=[\s"']*\{\{/i.test(html.slice(start, parser.endIndex));
      if (lang && language !== undefined && isOther(attributes.lang, language)) {
        const message = `lang is ${attributes.lang}, and the file is in ${language}: correct one of the two, or screen readers read the mail with a wrong voice`;
        found('html-lang', start + Math.max(0, tag.search(/\blang\s*=/i)), message);
      }
      if (name === 'img' && attributes.alt === undefined) {
        found(
          'missing-alt',
          start,
          'img has no alt: describe the image, or write alt="" for decoration',
        );
      }
    },
  });
  parser.end(masked);
  return findings;
}

/** Replaces tags by texts of equal length: between attributes the parser would read them as attributes. */
function withoutTags(html: string): string {
  return html.replace(/\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}/g, (tag) =>
    tag.replace(/[^\n]/g, /^\{\{\s*[#^/!]/.test(tag) ? ' ' : 'x'),
  );
}

/** Whether `lang` is a tag that contradicts a language; `pt` and `pt-BR` do not contradict each other. */
function isOther(lang: string | undefined, language: string): boolean {
  const tag = canonicalTag(lang?.trim() ?? '');
  return (
    tag !== null && !`${tag}-`.startsWith(`${language}-`) && !`${language}-`.startsWith(`${tag}-`)
  );
}

function addressesOf(name: string): readonly string[] {
  if (name === 'a' || name === 'area' || name === 'link') return ['href'];
  return ['src', 'background'];
}
