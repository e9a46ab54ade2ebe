import { finders, type Place } from '../find-places.ts';
import type { MailElement, MailSource } from '../read-mail.ts';
import type { Span } from '../read-styles.ts';
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
  const spans = new Map<number, Span>([
    ...mail.elements.flatMap(({ attributes }) => attributes.map(byStart)),
    ...mail.sheets.flatMap(({ atRules }) => atRules.map(byStart)),
  ]);
  return unknown.flatMap((rule) =>
    [...(finders[rule.kind]?.(rule, around) ?? [])].flatMap((place) => editsOf(place, mail, spans)),
  );
}

const byStart = (span: Span): [number, Span] => [span.start, span];

/** `spans`: those of attributes and `@` rules, by their start. */
function editsOf(place: Place, { html }: MailSource, spans: Map<number, Span>): Edit[] {
  const { declaration, block, element, offset } = place;
  if (declaration && declaration.property !== 'content') {
    const { start, end } = declaration;
    return [removed({ start, end: html[end] === ';' ? end + 1 : end })];
  }
  if (block) return [removed(block)];
  if (element?.start === offset) return withoutElement(element);
  const span = spans.get(offset);
  return span ? [removed(span)] : [];
}

/** Clients remove an unknown tag and show what is inside, but for drawings and scripts. */
function withoutElement(element: MailElement): Edit[] {
  const { name, tag, content, end } = element;
  if (name === 'svg' || name === 'script') return [removed(element)];
  return [removed(tag), removed({ start: content.end, end })];
}
