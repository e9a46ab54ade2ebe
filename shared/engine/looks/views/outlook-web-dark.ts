import { declaredIn } from '../cascade.ts';
import { darkColour, hexOf, labOf, readColour } from '../colours.ts';
import { type Declared, partsOf, picture } from '../look.ts';
import { attributeOf, type MailElement, readMail } from '../read-mail.ts';
import { type Edit, edited, withHead } from './edit.ts';

/** The client's own page; words without a colour of the mail are white on it. */
const page = '<style>html{background:#333333;color:#ffffff}</style>';

/** The mail in Outlook.com's dark mode: each colour that the mail gives an element, with its lightness turned around. */
export function outlookWebDarkView(html: string): string {
  const mail = readMail(html);
  const declared = declaredIn(mail, { sheets: mail.sheets, isDark: false }) ?? [];
  const edits = [...declared].flatMap(([element, own]) => editsOf(element, own));
  return withHead(edited(html, edits), page);
}

function editsOf(element: MailElement, declared: readonly Declared[]): Edit[] {
  const text = declared.findLast(({ property }) => property === 'color');
  const ground = declared.findLast(({ property }) => /^background(-color)?$/.test(property));
  const changed = [
    { name: 'data-ogsc', property: 'color', written: text?.value },
    { name: 'data-ogsb', property: 'background-color', written: plainGround(ground?.value) },
  ].flatMap(({ name, property, written = '' }) => {
    const colour = /["<>]/.test(written) ? null : readColour(written);
    if (!colour) return [];
    const dark = hexOf(darkColour(...labOf(colour)));
    return [{ kept: ` ${name}="${written}"`, style: `${property}:${dark}!important` }];
  });
  if (changed.length === 0) return [];
  const kept = changed.map((each) => each.kept).join('');
  const styles = changed.map(({ style }) => style).join(';');
  const own = attributeOf(element, 'style');
  const at = element.tag.start + 1 + element.name.length;
  if (!own) return [insert(at, `${kept} style="${styles}"`)];
  const { start, end } = own.valueSpan;
  // A style attribute without a value gets one; else the new declarations win, because they are the last.
  return [insert(at, kept), insert(end, start === end ? styles : `;${styles}`)];
}

const insert = (at: number, text: string): Edit => ({ start: at, end: at, text });

/** The colour of a background without a picture. */
function plainGround(value = ''): string | undefined {
  if (picture.test(value)) return undefined;
  return partsOf(value).find((part) => readColour(part) !== null);
}
