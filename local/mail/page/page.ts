import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { clearStore } from 'aws-ses-v2-local/dist/store.js';
import { html } from 'hono/html';
import { inboxFolder } from '../../../lib/home.ts';
import { endWhenRead } from '../../loopback/end-when-read.ts';
import { emlOf } from '../mails/eml.ts';
import { type KeptMail, keptMail, keptMails } from '../mails/kept-mails.ts';
import { filesOf } from '../mails/mail-files.ts';
import { forgetReplies } from '../mails/received-replies.ts';
import type { ReceiptAnswer } from '../received-mail.ts';
import { framed } from './frame.ts';
import { frameHeaders, pageHeaders, savedAs } from './headers.ts';
import { layout } from './layout.ts';
import { listView } from './list-view.ts';
import { mailView } from './mail-view.ts';
import { replyMail, threadAddress } from './reply-form.ts';
import { subjectOf } from './say.ts';
import { readSearch } from './search.ts';

/** An answer of the inbox's page; its headers are sent in addition to every answer's headers. */
interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** Answers a request to the inbox's page: the list at `/`, a mail at `/mails/ID`, their parts. False for others. */
export async function answeredPage(
  req: IncomingMessage,
  res: ServerResponse,
  receive: ReceiveRaw,
): Promise<boolean> {
  const url = new URL(`http://inbox${req.url}`);
  const answer = await (req.method === 'POST' ? posted(req, url, receive) : got(req.method, url));
  if (!answer) return false;
  const { status, headers, body } = answer;
  req.resume();
  res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  endWhenRead(res, body);
  return true;
}

const htmlType = 'text/html; charset=utf-8';

const page = (body: string, status = 200): PageAnswer => ({
  status,
  headers: { ...pageHeaders, 'content-type': htmlType },
  body,
});

const ownFiles = new Map(
  Object.entries({ css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' }).map(
    ([extension, type]): [string, PageAnswer] => {
      const name = `inbox.${extension}`;
      const headers = { 'content-type': `${type}; charset=utf-8` };
      return [
        `/page/${name}`,
        { status: 200, headers, body: readFileSync(join(inboxFolder, name)) },
      ];
    },
  ),
);

/** Gives a mail to the run as if it had come from outside. */
export type ReceiveRaw = (raw: Buffer) => Promise<ReceiptAnswer>;

const maxReplyBytes = 1024 * 1024;

async function posted(
  req: IncomingMessage,
  { pathname }: URL,
  receive: ReceiveRaw,
): Promise<PageAnswer | undefined> {
  if (pathname === '/page/delete-all') {
    clearStore();
    forgetReplies();
    return { status: 303, headers: { location: '/' }, body: '' };
  }
  const [, id = ''] = /^\/mails\/([^/]+)\/reply$/.exec(pathname) ?? [];
  const mail = keptMail(id);
  if (!mail || threadAddress(mail) === null) return undefined;
  const words = new URLSearchParams((await text(req)).slice(0, maxReplyBytes)).get('text') ?? '';
  const { status, body } = await receive(replyMail(mail, words));
  if (status === 202)
    return { status: 303, headers: { location: `/mails/${id}#replies` }, body: '' };
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: body.message ?? '',
  };
}

async function got(method: string | undefined, url: URL): Promise<PageAnswer | undefined> {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const { pathname } = url;
  if (pathname === '/') return listPage(url);
  if (pathname === '/page/list') return listAlone(url);
  const [, id = '', rest] = /^\/mails\/([^/]+)(?:\/(.+))?$/.exec(pathname) ?? [];
  if (!id) return ownFiles.get(pathname);
  const mail = keptMail(id);
  const answer = mail && (await (rest === undefined ? mailPage(mail, url) : mailPart(mail, rest)));
  return answer ?? gonePage(url);
}

function listPage(url: URL): Promise<PageAnswer> {
  return wholePage(url, 'Inbox', html`<p class="empty">Choose a mail to read it.</p>`);
}

/** `open` is the id of the mail beside the list. */
async function listAlone(url: URL): Promise<PageAnswer> {
  const open = url.searchParams.get('open') ?? undefined;
  return page((await listView(keptMails(), readSearch(url), open)).toString());
}

function mailPage(mail: KeptMail, url: URL): Promise<PageAnswer> {
  const view = url.searchParams.get('view');
  const opened = mailView({ mail, all: keptMails(), view, search: readSearch(url) });
  return wholePage(url, `${subjectOf(mail)} - Inbox`, opened, { openId: mail.messageId });
}

function gonePage(url: URL): Promise<PageAnswer> {
  const opened = html`<p class="back"><a href="/">All mails</a></p><p class="empty">The inbox does not have this mail any more.</p>`;
  return wholePage(url, 'Inbox', opened, { status: 404, openId: '' });
}

async function wholePage(
  url: URL,
  title: string,
  opened: ReturnType<typeof html>,
  { openId, status }: { openId?: string; status?: number } = {},
): Promise<PageAnswer> {
  const search = readSearch(url);
  const list = listView(keptMails(), search, openId);
  return page(await layout({ title, list, opened, search, isOpen: openId !== undefined }), status);
}

/** The document of the mail's frame, the whole mail, or one of its files. */
async function mailPart(mail: KeptMail, part: string): Promise<PageAnswer | undefined> {
  if (part === 'frame') {
    return {
      status: 200,
      headers: { ...frameHeaders, 'content-type': htmlType },
      body: framed(mail),
    };
  }
  if (part === 'eml') {
    return {
      status: 200,
      headers: savedAs(`${subjectOf(mail)}.eml`),
      body: (await emlOf(mail)).body,
    };
  }
  const [, index] = /^files\/(\d+)$/.exec(part) ?? [];
  const file = index !== undefined && filesOf(mail)[Number(index)];
  if (!file) return undefined;
  return { status: 200, headers: savedAs(file.name), body: Buffer.from(file.content, 'base64') };
}
