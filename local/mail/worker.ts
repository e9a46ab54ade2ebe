/**
 * The mail server: an SES-compatible one with a page that shows what was sent, in a thread of its
 * own, because it lets an error in one request end the whole process. It is reached only through the
 * door here, for it checks no Host and knows no identities: the port it opens by itself is closed.
 * Mail lives in memory.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import ses from 'aws-ses-v2-local';
import { getStoreReadonly } from 'aws-ses-v2-local/dist/store.js';
import { Failure } from '../failure.ts';
import { answerJson, guardedServer } from '../loopback/door.ts';
import { endWhenRead } from '../loopback/end-when-read.ts';
import { close, listenAt, type PortChoice } from '../loopback/listen.ts';
import { acceptedMail, type MailRequest, readMailRequest } from './accepted-mail.ts';
import { onAnsweredJson } from './answered-json.ts';
import { answerHeaders, inboxPage } from './inbox-page.ts';
import type { Said, Told } from './messages.ts';
import { readSend } from './read-send.ts';
import { SendingGate } from './sending-rules.ts';
import type { SesRefusal } from './ses-refusal.ts';
import { setupAnswer } from './setup-answers.ts';

/** The mails that are kept; of more, the oldest go. */
const maxMails = 2000;

const gate = new SendingGate();

const page = inboxPage();

/** Answers what the server does not know, refuses what SES would, and hands it everything else. */
function door(inside: RequestListener): RequestListener {
  return async (req, res) => {
    for (const [name, value] of Object.entries(answerHeaders)) res.setHeader(name, value);
    if (isPage(req)) return answerPage(req, res);
    const setUp = req.method === 'GET' && setupAnswer(req.url ?? '', gate);
    if (setUp) {
      return 'told' in setUp ? answerJson(res, 200, setUp.told) : refuse(res, setUp.refusal);
    }
    if (isSend(req)) {
      // A body that was read is not read again: the server takes what it finds here.
      const body = await readSend(req);
      Object.assign(req, { body });
      const request = readMailRequest(body);
      const refusal = request && gate.admit(request);
      if (refusal) return refuse(res, refusal);
      if (request) sayWhenAccepted(res, request);
      forgetOldest();
    }
    inside(req, res);
  };
}

function isPage({ method = '', url = '' }: IncomingMessage): boolean {
  return ['GET', 'HEAD'].includes(method) && /^\/(\?|$)/.test(url);
}

function answerPage(req: IncomingMessage, res: ServerResponse): void {
  req.resume();
  res.writeHead(200, { ...page.headers, 'content-length': Buffer.byteLength(page.html) });
  endWhenRead(res, page.html);
}

function refuse(res: ServerResponse, { status, type, message }: SesRefusal): void {
  answerJson(res, status, { message }, { 'x-amzn-errortype': type });
}

function sayWhenAccepted(res: ServerResponse, request: MailRequest): void {
  onAnsweredJson(res, (answer) => {
    const mail = acceptedMail(request, answer);
    if (mail) say({ kind: 'accepted', mail });
  });
}

function say(said: Said): void {
  parentPort?.postMessage(said);
}

function isSend({ method, url }: IncomingMessage): boolean {
  return method === 'POST' && url === '/v2/email/outbound-emails';
}

function forgetOldest(): void {
  const { emails } = getStoreReadonly();
  if (emails.length >= maxMails) emails.splice(0, emails.length - maxMails + 1);
}

// It answers some bad requests twice, which throws where nobody can catch it.
process.on('unhandledRejection', (error) => console.error(error));

parentPort?.on('message', ({ rules }: Told) => {
  gate.rules = rules;
  say({ kind: 'rules set' });
});

const behind: Server = await ses.default({ host: '127.0.0.1', port: 0 });
const [inside] = behind.listeners('request') as [RequestListener];
await close(behind);
const server = guardedServer(door(inside));
try {
  say({ kind: 'listening', port: await listenAt(server, workerData as PortChoice) });
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  say({ kind: 'refused', sentence: error.message });
}
