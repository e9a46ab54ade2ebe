import type { MailElement, MailSource, MailText } from './read-mail.ts';

/** More of an element's content is not read. */
const maxTexts = 100;

/** The texts of an element, in their order, at any depth. */
export function textsIn({ texts }: MailSource, { content }: MailElement): MailText[] {
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((texts[middle]?.start ?? 0) < content.start) low = middle + 1;
    else high = middle;
  }
  return texts.slice(low, low + maxTexts).filter(({ start }) => start < content.end);
}

/** The words of an element, with the template's tags masked. */
export function wordsIn(mail: MailSource, element: MailElement): string {
  return textsIn(mail, element)
    .map(({ words }) => words)
    .join('');
}
