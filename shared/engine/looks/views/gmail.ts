import { gmailClipBytes } from '../../limits.ts';
import { longStyles, stylesInBody } from '../find-places.ts';
import { type MailSource, readMail } from '../read-mail.ts';
import { edited, removed } from './edit.ts';
import { unsupportedIn } from './unsupported.ts';

const clipped =
  '<p style="margin:16px;font:14px sans-serif;color:#202124">[Message clipped] View entire message</p>';

/** The mail as Gmail shows it: without the style elements that it drops, and cut off at 102 KB. */
export function gmailView(html: string): string {
  const mail = readMail(clip(html));
  const dark = mail.sheets.flatMap(({ atRules }) =>
    atRules.filter(({ prelude }) => /prefers-color-scheme/i.test(prelude)),
  );
  return edited(mail.html, [
    ...[...droppedStyles(mail), ...dark].map(removed),
    ...unsupportedIn(mail, ['gmail.desktop-webmail', 'gmail.ios', 'gmail.android']),
  ]);
}

/** Cuts in front of the tag, the comment or the style element that lies at the limit. */
function clip(html: string): string {
  const bytes = new TextEncoder().encode(html);
  if (bytes.length <= gmailClipBytes) return html;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const limit = decoder.decode(bytes.subarray(0, gmailClipBytes), { stream: true }).length;
  const { elements, comments } = readMail(html);
  const whole = [
    ...comments,
    ...elements.map(({ name, tag, start, end }) => (name === 'style' ? { start, end } : tag)),
  ];
  const at = whole.find(({ start, end }) => start < limit && limit < end)?.start;
  return html.slice(0, at ?? limit) + clipped;
}

function droppedStyles(mail: MailSource) {
  const dropped = new Set([...stylesInBody(mail), ...longStyles(mail)]);
  for (const { element, atRules, error } of mail.sheets) {
    if (error !== null || atRules.some(({ parent }) => parent)) dropped.add(element);
  }
  return [...dropped];
}
