import { html } from 'hono/html';
import { sizeText } from '../../../cli/terminal/text.ts';
import { headerOf, type KeptMail } from '../mails/kept-mails.ts';
import { filesOf } from '../mails/mail-files.ts';
import { threadOf } from '../mails/thread.ts';
import { replyPart } from './reply-form.ts';
import { counted, dayOf, isoOf, subjectOf } from './say.ts';
import { type MailSearch, withSearch } from './search.ts';

export type BodyView = 'html' | 'text' | 'source';

const viewNames: Record<BodyView, string> = { html: 'Mail', text: 'Text', source: 'HTML source' };

export interface OpenMail {
  mail: KeptMail;
  /** All mails, including those of the mail's conversation. */
  all: readonly KeptMail[];
  /** The view that the address names. */
  view: string | null;
  search: MailSearch;
}

export function mailView({ mail, all, view, search }: OpenMail) {
  const address = `/mails/${mail.messageId}`;
  return html`<article aria-labelledby="subject">
<p class="back"><a href="${withSearch('/', search)}">All mails</a></p>
<h2 id="subject">${subjectOf(mail)}</h2>
${addressLines(mail)}
${unsubscribe(mail)}
${conversation(mail, all, search)}
${fileList(mail, address)}
${body(mail, { address, view, search })}
${replyPart(mail)}
${furtherHeaders(mail)}
</article>`;
}

function addressLines(mail: KeptMail) {
  const { from, replyTo, destination } = mail;
  const lines: [string, string[]][] = [
    ['From', [from]],
    ['To', destination.to],
    ['Cc', destination.cc],
    ['Bcc', destination.bcc],
    ['Reply to', replyTo],
  ];
  return html`<dl class="lines">${lines
    .filter(([, addresses]) => addresses.length > 0)
    .map(([name, addresses]) => html`<dt>${name}</dt><dd>${addresses.join(', ')}</dd>`)}
<dt>Sent</dt><dd><time datetime="${isoOf(mail)}">${dayOf(mail)}</time></dd></dl>`;
}

/** Only a click opens the address. A mail client would send the POST of RFC 8058; this page sends nothing. */
function unsubscribe(mail: KeptMail) {
  const [, address] = /<(https?:[^<>\s]+)>/i.exec(headerOf(mail, 'list-unsubscribe') ?? '') ?? [];
  if (address === undefined) return '';
  const isOneClick =
    headerOf(mail, 'list-unsubscribe-post')?.trim() === 'List-Unsubscribe=One-Click' &&
    address.startsWith('https:');
  return html`<p class="unsubscribe"><a href="${address}" target="_blank" rel="noopener noreferrer">Unsubscribe</a>
<span>${
    isOneClick
      ? 'A mail client sends a POST to this address. The inbox opens it with a GET.'
      : 'Without one click: a mail client shows no button of its own.'
  }</span></p>`;
}

function conversation(mail: KeptMail, all: readonly KeptMail[], search: MailSearch) {
  const thread = threadOf(mail, all);
  if (thread.length < 2) return '';
  return html`<nav class="thread" aria-label="Conversation"><h3>${counted(thread.length, 'mail')} in this conversation</h3>
<ol>${thread.map(
    (each) =>
      html`<li><a href="${withSearch(`/mails/${each.messageId}`, search)}"${
        each === mail && html` aria-current="true"`
      }>${subjectOf(each)}</a> <time datetime="${isoOf(each)}">${dayOf(each)}</time></li>`,
  )}</ol></nav>`;
}

function fileList(mail: KeptMail, address: string) {
  const files = filesOf(mail);
  if (files.length === 0) return '';
  return html`<section class="files" aria-label="Files"><ul>${files.map(
    ({ name, type, bytes, cid, disposition }, index) => html`<li>
<a href="${address}/files/${index}" download>${name}</a>
<span>${type}, ${sizeText(bytes)}${disposition === 'inline' && `, inline${cid ? ` as cid:${cid}` : ''}`}</span></li>`,
  )}</ul></section>`;
}

function body(
  { body: { html: source, text } }: KeptMail,
  { address, view, search }: { address: string; view: string | null; search: MailSearch },
) {
  const views = (Object.keys(viewNames) as BodyView[]).filter((each) =>
    each === 'text' ? text : source,
  );
  const current = views.find((each) => each === view) ?? views[0];
  const link = (each: BodyView) => {
    const [path, query] = withSearch(address, search).split('?');
    const fields = new URLSearchParams(query);
    if (each !== views[0]) fields.set('view', each);
    return fields.size > 0 ? `${path}?${fields}` : path;
  };
  return html`<nav class="views" aria-label="Views of the mail">${views.map(
    (each) =>
      html`<a href="${link(each)}"${each === current && html` aria-current="page"`}>${viewNames[each]}</a>`,
  )}<a class="download" href="${address}/eml" download>Download .eml</a></nav>
${
  current === 'html'
    ? html`<iframe title="The mail" src="${address}/frame" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
    : html`<pre tabindex="0" role="region" aria-label="${viewNames[current ?? 'text']}">${current === 'text' ? text : source}</pre>`
}`;
}

function furtherHeaders({ headers = [] }: KeptMail) {
  if (headers.length === 0) return '';
  return html`<details><summary>${counted(headers.length, 'further header')}</summary>
<dl class="lines">${headers.map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></details>`;
}
