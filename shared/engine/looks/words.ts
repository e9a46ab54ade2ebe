import { countBefore } from './place.ts';
import type { MailElement, MailSource, MailText } from './read-mail.ts';

/** More of an element's content is not read. */
const maxTexts = 100;

/** The texts of an element, in their order, at any depth. */
export function textsIn({ texts }: MailSource, { content }: MailElement): MailText[] {
  const before = countBefore(texts, ({ start }) => start < content.start);
  return texts.slice(before, before + maxTexts).filter(({ start }) => start < content.end);
}

/** The words of an element, with the template's tags masked. */
export function wordsIn(mail: MailSource, element: MailElement): string {
  return textsIn(mail, element)
    .map(({ words }) => words)
    .join('');
}
