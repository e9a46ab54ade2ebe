import { finders, gmailStyleBytes } from '../find-places.ts';
import { surroundingsOf } from '../guards.ts';
import { type MailSource, readMail } from '../read-mail.ts';
import { lookRules } from '../rules.ts';
import { edited, removed } from './edit.ts';
import { unsupportedIn } from './unsupported.ts';

/** Gmail shows this much of a mail's HTML: https://github.com/hteumeuleu/email-bugs/issues/41 */
const maxBytes = 102 * 1024;

const clipped =
  '<p style="margin:16px;font:14px sans-serif;color:#202124">[Message clipped] View entire message</p>';

/** The mail as Gmail shows it: without the style elements that it drops, and cut off at 102 KB. */
export function gmailView(html: string): string {
  const mail = readMail(clip(html));
  const dropped = droppedStyles(mail).map(removed);
  return edited(mail.html, [
    ...dropped,
    ...unsupportedIn(mail, ['gmail.desktop-webmail', 'gmail.ios', 'gmail.android']),
  ]);
}

/** Cuts in front of the tag, the comment or the style element that lies at the limit. */
function clip(html: string): string {
  const kept = new TextDecoder().decode(new TextEncoder().encode(html).slice(0, maxBytes), {
    stream: true,
  });
  if (kept.length === html.length) return html;
  const { elements, comments } = readMail(html);
  const whole = [
    ...comments,
    ...elements.map(({ name, tag, start, end }) => (name === 'style' ? { start, end } : tag)),
  ];
  const at = whole.find(({ start, end }) => start < kept.length && kept.length < end)?.start;
  return html.slice(0, at ?? kept.length) + clipped;
}

function droppedStyles(mail: MailSource) {
  const inBody = placesOf('gmail-style-in-body', mail);
  let bytes = 0;
  return mail.sheets.flatMap(({ element, atRules, errors }) => {
    const { start, end } = element.content;
    bytes += new TextEncoder().encode(mail.html.slice(start, end)).length;
    const isDropped =
      bytes > gmailStyleBytes ||
      errors.length > 0 ||
      atRules.some(({ parent }) => parent) ||
      inBody.includes(element.start);
    return isDropped ? [element] : [];
  });
}

function placesOf(id: string, mail: MailSource): number[] {
  const rule = lookRules.find((each) => each.id === id);
  const around = surroundingsOf(mail, []);
  return rule ? [...(finders[id]?.(rule, around) ?? [])].map(({ offset }) => offset) : [];
}
