import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import { encodeWords } from '../../../shared/message/mailbox-header.ts';
import { tokenIn } from '../../../shared/reply/token.ts';
import { bare } from '../accepted-mail.ts';
import { wireId } from '../mails/eml.ts';
import { headerOf, type KeptMail } from '../mails/kept-mails.ts';
import { repliesTo } from '../mails/received-replies.ts';
import { dayOf, subjectOf } from './say.ts';

/** The address of a mail's thread; null if its replies go elsewhere. */
export function threadAddress({ replyTo }: KeptMail): string | null {
  const [address = ''] = replyTo.map(bare);
  return tokenIn(address) === null ? null : address;
}

/** The replies to a mail, and the form that makes another one. Nothing if it has no thread. */
export function replyPart(mail: KeptMail) {
  const address = threadAddress(mail);
  if (address === null) return '';
  const replies = repliesTo(address);
  return html`<section class="replies" aria-labelledby="replies">
<h3 id="replies">Replies</h3>
${replies.map(
  ({ from, text, at }) =>
    html`<article><p>${from} <time datetime="${new Date(at).toISOString()}">${dayOf({ ...mail, at: at / 1000 })}</time></p><pre>${text}</pre></article>`,
)}
<form method="post" action="/mails/${mail.messageId}/reply">
<label for="reply">Reply as ${bare(mail.destination.to[0] ?? '')}</label>
<textarea id="reply" name="text" rows="4" required></textarea>
<button>Reply</button>
</form>
</section>`;
}

const day = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
});
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** A reply as Gmail makes it: the words, and below them the whole mail as a quote. */
export function replyMail(mail: KeptMail, words: string): Buffer {
  const at = new Date(mail.at * 1000);
  const [to = ''] = mail.destination.to;
  const id = `<${wireId(mail)}>`;
  const references = [headerOf(mail, 'references'), id].filter(Boolean).join(' ');
  const quoted = (mail.body.text ?? '').split(/\r?\n/).map((line) => `> ${line}`.trimEnd());
  const lines = [
    ...[
      `From: ${to}`,
      `To: ${threadAddress(mail)}`,
      `Subject: ${encodeWords(`Re: ${subjectOf(mail)}`)}`,
    ],
    ...[`Date: ${new Date().toUTCString()}`, `Message-ID: <${randomUUID()}@mail.example.net>`],
    ...[`In-Reply-To: ${id}`, `References: ${references}`, 'MIME-Version: 1.0'],
    ...['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', ''],
    ...words.split(/\r?\n/),
    ...['', `On ${day.format(at)} at ${time.format(at)} ${mail.from} wrote:`, '', ...quoted, ''],
  ];
  return Buffer.from(lines.join('\r\n'));
}
