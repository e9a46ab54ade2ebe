import { type Attribute, attributeOf, type MailElement, readMail } from '../read-mail.ts';
import type { AtRule } from '../read-styles.ts';
import { type Edit, edited, removed } from './edit.ts';

/** The mail in Apple Mail's dark mode: rules of `@media (prefers-color-scheme: dark)` apply at their place. */
export function appleMailDarkView(html: string): string {
  const mail = readMail(html);
  const rules = mail.sheets.flatMap(({ atRules }) => atRules.flatMap(editsOfRule));
  const attributes = mail.elements.flatMap((element) => {
    const media = attributeOf(element, 'media');
    return media ? editsOfAttribute(element, media) : [];
  });
  return edited(html, [...rules, ...attributes]);
}

function editsOfRule(rule: AtRule): Edit[] {
  const { name, prelude, body, start, end } = rule;
  if (name !== 'media' || !body) return [];
  const dark = inDark(prelude);
  if (dark === 'never') return [removed(rule)];
  if (dark !== 'always')
    return dark === prelude ? [] : [{ start, end: body.start, text: `@media ${dark}{` }];
  return [removed({ start, end: body.start }), removed({ start: body.end, end })];
}

function editsOfAttribute(element: MailElement, media: Attribute): Edit[] {
  const dark = inDark(media.value);
  if (dark === 'never') return [removed(element)];
  if (dark === 'always') return [removed(media)];
  return dark === media.value ? [] : [{ ...media.valueSpan, text: dark }];
}

const darkScheme = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/i;
const otherScheme = /\(\s*prefers-color-scheme\s*:\s*light\s*\)|\bnot\b.*\bdark\b/i;

/** What is left of a media query on a dark screen. */
function inDark(query: string): string {
  const possible = query.split(',').filter((each) => !otherScheme.test(each));
  if (possible.length === 0) return 'never';
  const left = possible.map((each) => {
    if (!darkScheme.test(each)) return each;
    const others = each.split(/\band\b/i).filter((part) => !darkScheme.test(part));
    return others.map((part) => part.trim()).join(' and ');
  });
  const isAlways = left.some(
    (each, at) => each !== possible[at] && /^((only\s+)?screen|all|)$/i.test(each),
  );
  return isAlways ? 'always' : left.join(',');
}
