import { finders, type Place } from '../find-places.ts';
import type { MailSource } from '../read-mail.ts';
import { lookFeatures, lookRules } from '../rules.ts';
import { Surroundings } from '../surroundings.ts';
import { type Edit, removed } from './edit.ts';

/** Removes what none of the platforms knows by the table. */
export function unsupportedIn(mail: MailSource, platforms: readonly string[]): Edit[] {
  const around = new Surroundings(mail, []);
  const unknown = lookRules.filter(({ feature, kind }) => {
    const support = lookFeatures[feature ?? '']?.support ?? {};
    if (kind === 'wide-image' || kind === 'icon-font') return false;
    return kind === 'script' || platforms.every((platform) => /^n/.test(support[platform] ?? ''));
  });
  const places = unknown.flatMap((rule) => finders[rule.kind]?.(rule, around) ?? []);
  return places.flatMap((place) => editsOf(place, mail));
}

function editsOf({ declaration, block, element, span }: Place, { html }: MailSource): Edit[] {
  if (block && declaration?.property === 'content') return [removed(block)];
  const end = declaration && html[span.end] === ';' ? span.end + 1 : span.end;
  // Clients remove an unknown tag and show what is inside, but for drawings and scripts.
  const isEmptied = span !== element || /^(svg|script)$/.test(element.name);
  if (isEmptied) return [removed({ start: span.start, end })];
  return [removed(element.tag), removed({ start: element.content.end, end })];
}
