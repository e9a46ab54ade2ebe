import { html } from 'hono/html';
import type { KeptMail } from '../mails/kept-mails.ts';
import { isReply } from '../mails/thread.ts';
import { counted, isoOf, subjectOf, timeOf } from './say.ts';
import { found, type MailSearch, pageSize, withSearch } from './search.ts';

/** The mails without contents: the page's script fetches it each second. `openId`: the mail shown beside it. */
export function listView(mails: readonly KeptMail[], search: MailSearch, openId?: string) {
  const all = found(mails, search);
  const { page } = search;
  const shown = all.slice((page - 1) * pageSize, page * pageSize);
  return html`<div id="list">
<p class="count">${counted(all.length, 'mail')}${search.words && ' found'}</p>
<ol>${shown.map((mail) => entry(mail, search, openId))}</ol>
${shown.length === 0 && html`<p class="empty">${emptyText(search)}</p>`}
${
  all.length > pageSize &&
  html`<nav aria-label="Pages" class="pages">
${page > 1 && html`<a href="${withSearch('/', { ...search, page: page - 1 })}">Newer</a>`}
${page * pageSize < all.length && html`<a href="${withSearch('/', { ...search, page: page + 1 })}">Older</a>`}
</nav>`
}
</div>`;
}

function entry(mail: KeptMail, search: MailSearch, openId: string | undefined) {
  const { messageId, destination, attachments } = mail;
  const recipients = [...destination.to, ...destination.cc, ...destination.bcc].join(', ');
  const current = messageId === openId && html` aria-current="true"`;
  return html`<li><a class="mail" href="${withSearch(`/mails/${messageId}`, search)}"${current}>
<span class="subject">${subjectOf(mail)}</span>
<time datetime="${isoOf(mail)}">${timeOf(mail)}</time>
<span class="recipients">${recipients}</span>
<span class="tags">${isReply(mail) && html`<span>Reply</span>`}${
    attachments.length > 0 && html`<span>${counted(attachments.length, 'file')}</span>`
  }</span></a></li>`;
}

function emptyText({ words, page }: MailSearch): string {
  if (page > 1) return 'There are no older mails.';
  return words
    ? 'No mail has all these words.'
    : 'No mail has arrived yet. Mails appear here by themselves.';
}
