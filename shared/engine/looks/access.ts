import { canonicalTag } from '../language/language-tag.ts';
import type { FoundAt } from './finding.ts';
import { attributeOf, hasWords, type MailElement, type MailSource } from './read-mail.ts';
import { wordsIn } from './words.ts';

/**
 * What readers need who do not see the mail.
 *
 * @param language the tag of the HTML's language
 * @param isPartial whether it is only a part of mails
 */
export function* accessFindings(
  mail: MailSource,
  { language, isPartial = false }: { language?: string | undefined; isPartial?: boolean },
): Iterable<FoundAt> {
  let heading = 0;
  const hasTitle = mail.elements.some(({ name, holds }) => name === 'title' && holds.words);
  for (const element of mail.elements) {
    const { name, start: offset } = element;
    if (name === 'html') yield* languageOf(element, language, isPartial);
    else if (name === 'img' && !attributeOf(element, 'alt')) {
      const message = 'img has no alt: describe the image, or write alt="" for decoration';
      yield { code: 'missing-alt', offset, message };
    } else if (name === 'a') yield* linkText(mail, element, language);
    else if (/^h[1-6]$/.test(name)) {
      const level = Number(name[1]);
      if (heading > 0 && level > heading + 1) {
        const message = `h${level} follows h${heading}: write h${heading + 1}, so that no level is skipped`;
        yield { code: 'heading-order', offset, message };
      }
      heading = level;
    } else if (name === 'head' && !isPartial && !hasTitle) {
      const message =
        'The head has no title with words: write one, for clients that open mails in a tab';
      yield { code: 'missing-title', offset, message };
    }
  }
  yield* tableRole(mail);
}

function* languageOf(
  html: MailElement,
  language: string | undefined,
  isPartial: boolean,
): Iterable<FoundAt> {
  const lang = attributeOf(html, 'lang');
  const hasUnknown = html.attributes.some(({ name }) => /^x{4,}$/.test(name));
  if (!isPartial && !hasUnknown && !lang) {
    const message = `html has no lang: write lang="${language ?? 'en'}", or screen readers read the mail with a wrong voice`;
    yield { code: 'missing-lang', offset: html.start, message };
  }
  if (!lang || lang.hasTag || language === undefined || !isOther(lang.value, language)) return;
  const message = `lang is ${lang.value.trim()}, and the file is in ${language}: correct one of the two, or screen readers read the mail with a wrong voice`;
  yield { code: 'html-lang', offset: lang.start, message };
}

/** Whether `lang` is a tag that contradicts a language; `pt` and `pt-BR` do not contradict each other. */
function isOther(lang: string, language: string): boolean {
  const tag = canonicalTag(lang.trim());
  return (
    tag !== null && !`${tag}-`.startsWith(`${language}-`) && !`${language}-`.startsWith(`${tag}-`)
  );
}

function* linkText(mail: MailSource, link: MailElement, language = 'en'): Iterable<FoundAt> {
  if (!attributeOf(link, 'href') || attributeOf(link, 'aria-hidden')?.value === 'true') return;
  const label = attributeOf(link, 'aria-label') ?? attributeOf(link, 'aria-labelledby');
  const offset = link.start;
  if (hasWords(label?.value ?? '')) return;
  if (!link.holds.words && !link.holds.alt) {
    const message =
      'This link has no words: write some, or the alt of its picture, or an aria-label';
    yield { code: 'link-text', offset, message };
  } else if (!link.holds.alt && /^en\b/i.test(language)) {
    const words = wordsIn(mail, link)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    if (!/^(click here|here|more|link)$/i.test(words)) return;
    const message = `"${words}" does not say where the link leads: name the page or the action`;
    yield { code: 'vague-link', offset, message };
  }
}

/** Once a file: the tables of a mail are in most cases all alike. */
function* tableRole({ elements }: MailSource): Iterable<FoundAt> {
  const withData = new Set<MailElement>();
  for (const element of elements) {
    if (element.name !== 'th' && element.name !== 'caption') continue;
    let table = element.parent;
    while (table && table.name !== 'table') table = table.parent;
    if (table) withData.add(table);
  }
  const tables = elements.filter(
    (element) =>
      element.name === 'table' && !attributeOf(element, 'role') && !withData.has(element),
  );
  const [first, ...others] = tables;
  if (!first) return;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  const message = `This table has no role: write role="presentation", or screen readers read its rows and columns${more}`;
  yield { code: 'table-role', offset: first.start, message };
}
