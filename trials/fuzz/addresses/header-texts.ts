import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import { renderMail } from '../../../shared/engine/render/render-template.ts';
import { parseMailbox } from '../../../shared/message/mailbox.ts';
import { formatSender } from '../../../shared/message/sender.ts';
import { joined } from '../draw.ts';
import { readHeaderMailbox } from './read-header.ts';

const template = compileTemplate({ subject: '{{a}}{{b}}', html: '<p></p>', text: '' });

/** Texts that end lines, hide, or turn the direction of other texts. */
const hostile = joined(
  fc.oneof(
    fc.constantFrom('\r\n', ...'\r\n\0\t\u0085\u2028\u2029\u007f\u001b'),
    fc.constantFrom('Bcc: eve@evil.example', ...' \u202e\ufeff\u00a0:aé😀'),
    fc.constantFrom('=?utf-8?q?=0d=0a?=', '%0d%0a', '\\r\\n', ...'"<>,', '{{a}}', '\ud800'),
    fc.string({ unit: 'binary', maxLength: 5 }),
  ),
  { maxLength: 12 },
);

/** Replaces each run of control characters by one space, character by character (design §4). */
function oneLine(text: string): string {
  let line = '';
  let before = false;
  for (const unit of text.split('')) {
    const code = unit.charCodeAt(0);
    const isControl =
      code < 32 || (code >= 127 && code < 160) || code === 0x2028 || code === 0x2029;
    if (!isControl) line += unit;
    else if (!before) line += ' ';
    before = isControl;
  }
  return line.trim();
}

const subjectOf = async (variables: Record<string, string>, given?: string) => {
  const rendering = await renderMail(template, variables, given);
  return rendering.outcome === 'rendered' ? rendering.subject : null;
};

/** A subject is one line, whether the template's, with variables, or the caller's. */
export const subjectProperty = fc.asyncProperty(hostile, hostile, async (a, b) => {
  deepStrictEqual(await subjectOf({ a, b }), oneLine(a + b));
  deepStrictEqual(await subjectOf({ a, b }, a), oneLine(a));
});

/** A sender with a name is refused when it is saved, or a mail reader reads it as it was written. */
export const senderProperty = fc.property(
  hostile,
  fc.constantFrom('bare', 'plain', 'quoted'),
  (text, how) => {
    const written = {
      bare: text,
      plain: `${text} <a@b.example>`,
      quoted: `"${text}" <a@b.example>`,
    };
    const parsed = parseMailbox(written[how]);
    if (!parsed.ok) return;
    const { name = null, address } = parsed.mailbox;
    const read = readHeaderMailbox(formatSender(written[how]));
    deepStrictEqual(read, { name, address: `${address.localPart}@${address.domain}` });
  },
);
