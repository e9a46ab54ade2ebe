import { canonicalTag } from '../language/language-tag.ts';
import type { FoundAt } from './finding.ts';
import { attributeOf, type MailSource } from './read-mail.ts';

/** What readers who do not see the mail need. `language`: the tag of the HTML's language. */
export function* accessFindings({ elements }: MailSource, language?: string): Iterable<FoundAt> {
  for (const element of elements) {
    const lang = attributeOf(element, 'lang');
    if (element.name === 'html' && lang && language !== undefined && !lang.hasTag) {
      if (isOther(lang.value, language)) {
        const message = `lang is ${lang.value}, and the file is in ${language}: correct one of the two, or screen readers read the mail with a wrong voice`;
        yield { code: 'html-lang', offset: lang.start, message };
      }
    }
    if (element.name === 'img' && !attributeOf(element, 'alt')) {
      const message = 'img has no alt: describe the image, or write alt="" for decoration';
      yield { code: 'missing-alt', offset: element.start, message };
    }
  }
}

/** Whether `lang` is a tag that contradicts a language; `pt` and `pt-BR` do not contradict each other. */
function isOther(lang: string, language: string): boolean {
  const tag = canonicalTag(lang.trim());
  return (
    tag !== null && !`${tag}-`.startsWith(`${language}-`) && !`${language}-`.startsWith(`${tag}-`)
  );
}
