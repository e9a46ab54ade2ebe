import type { FoundAt } from './finding.ts';
import type { MailSource } from './read-mail.ts';

/** Links and addresses that do not lead where the author means. */
export function* linkFindings({ elements }: MailSource): Iterable<FoundAt> {
  for (const { name, attributes } of elements) {
    for (const attribute of attributes) {
      if (!addressesOf(name).includes(attribute.name)) continue;
      if (!/^\s*http:\/\//i.test(attribute.value)) continue;
      const before = attribute.value.length - attribute.value.trimStart().length;
      yield {
        ...{ code: 'insecure-link', offset: attribute.valueSpan.start + before },
        message: `${attribute.name} begins with http://: write https://, or mail programs show a warning or nothing`,
      };
    }
  }
}

function addressesOf(name: string): readonly string[] {
  if (name === 'a' || name === 'area' || name === 'link') return ['href'];
  return ['src', 'background'];
}
