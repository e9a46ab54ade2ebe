/**
 * The mail server: aws-ses-v2-local, in its own thread because an error can end it, with a page of the mails. It checks
 * neither the Host header nor the sender, so this file listens on another port and checks each request first.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import ses from 'aws-ses-v2-local';
import { Failure } from '../failure.ts';
import { answerJson, guardedServer } from '../loopback/door.ts';
import { close, listenAt, type PortChoice } from '../loopback/listen.ts';
import { acceptedMail, type MailRequest, readMailRequest, readSend } from './accepted-mail.ts';
import type { SesRefusal } from './allowance.ts';
import type { MailServerMessage, MailServerOrder } from './inbox.ts';
import { forgetOldest } from './mails/kept-mails.ts';
import { noteReply } from './mails/received-replies.ts';
import { answerHeaders } from './page/headers.ts';
import { answeredPage } from './page/page.ts';
import { type ReceiptAnswer, readReceived } from './received-mail.ts';
import { SendingGate } from './sending-rules.ts';
import { type SetupAnswer, setupAnswer } from './setup-answers.ts';
import { Tenants } from './tenants.ts';

const gate = new SendingGate();
const tenants = new Tenants(
  () => gate.rules,
  (change) => post({ kind: 'tenant', change }),
);

/** Answers what aws-ses-v2-local does not support, refuses what SES would refuse, and passes on the rest. */
function checkFirst(sesListener: RequestListener): RequestListener {
  return async (req, res) => {
    for (const [name, value] of Object.entries(answerHeaders)) res.setHeader(name, value);
    const { pathname, searchParams } = new URL(`http://inbox${req.url}`);
    if (req.method === 'POST' && pathname === '/receive') {
      const { status, body } = await receive(req, searchParams);
      return answerJson(res, status, body);
    }
    if (await answeredPage(req, res, receiveRaw)) return;
    const setUp = await setupAnswerTo(req);
    if (setUp) {
      return 'body' in setUp ? answerJson(res, 200, setUp.body) : refuse(res, setUp.refusal);
    }
    if (req.method === 'POST') res.once('finish', forgetOldest);
    const refusal = isSend(req) && (await sendRefusal(req, res));
    if (refusal) return refuse(res, refusal);
    sesListener(req, res);
  };
}

/** Reads the body only of requests about tenants: aws-ses-v2-local knows none. */
async function setupAnswerTo(req: IncomingMessage): Promise<SetupAnswer | undefined> {
  const request = `${req.method} ${req.url}`;
  const found = setupAnswer(request, gate);
  if (found || !/^\w+ \/v2\/email\/(tenants|reputation)/.test(request)) return found;
  return tenants.answer(request, req.method === 'GET' ? {} : Object(await readSend(req)));
}

/** Reads a mail. Returns SES's refusal, or reports the mail as soon as aws-ses-v2-local accepts it. */
async function sendRefusal(
  req: IncomingMessage,
  res: ServerResponse,
): Promise<SesRefusal | undefined> {
  // A body can be read only once: aws-ses-v2-local uses `req.body`.
  const body = await readSend(req);
  Object.assign(req, { body });
  const request = readMailRequest(body);
  const refusal = request && (tenants.refusal(request) ?? gate.admit(request));
  if (!refusal && request) reportWhenAccepted(res, request);
  return refusal;
}

function refuse(res: ServerResponse, { status, type, message }: SesRefusal): void {
  answerJson(res, status, { message }, { 'x-amzn-errortype': type });
}

/** Tells the main thread about the mail when aws-ses-v2-local accepts it, that is, answers with a message id. */
function reportWhenAccepted(res: ServerResponse, request: MailRequest): void {
  const { end } = res;
  res.end = function (this: ServerResponse, ...args: unknown[]) {
    const [body] = args;
    const sent = Reflect.apply(end, this, args);
    if (res.statusCode === 200 && (typeof body === 'string' || body instanceof Uint8Array)) {
      const mail = acceptedMail(request, JSON.parse(body.toString()));
      if (mail) post({ kind: 'accepted', mail });
    }
    return sent;
  } as typeof end;
}

function post(message: MailServerMessage): void {
  parentPort?.postMessage(message);
}

function isSend({ method, url }: IncomingMessage): boolean {
  return method === 'POST' && url === '/v2/email/outbound-emails';
}

// aws-ses-v2-local answers some bad requests twice; the second answer throws an error that only this handler sees.
process.on('unhandledRejection', (error) => console.error(error));

/** The requests `/receive` that the run has not answered. */
const waiting = new Map<number, (answer: ReceiptAnswer) => void>();
let received = 0;

/** Gives a mail that came from outside to the run. */
async function receive(
  parts: AsyncIterable<Buffer>,
  params: URLSearchParams,
): Promise<ReceiptAnswer> {
  const mail = await readReceived(parts, params);
  if ('status' in mail) return mail;
  const id = received++;
  const answered = new Promise<ReceiptAnswer>((resolve) => waiting.set(id, resolve));
  post({ kind: 'received', id, mail });
  const answer = await answered;
  if (answer.status === 202) noteReply(mail);
  return answer;
}

async function* inOnePart(raw: Buffer): AsyncGenerator<Buffer> {
  yield raw;
}

const receiveRaw = (raw: Buffer) => receive(inOnePart(raw), new URLSearchParams());

parentPort?.on('message', (order: MailServerOrder) => {
  if (order.kind === 'receipt') {
    waiting.get(order.id)?.(order.answer);
    waiting.delete(order.id);
    return;
  }
  if (order.kind === 'pause') return tenants.pause(order.pause);
  gate.rules = order.rules;
  post({ kind: 'rules set' });
});

const sesServer: Server = await ses.default({ host: '127.0.0.1', port: 0 });
const [sesListener] = sesServer.listeners('request') as [RequestListener];
await close(sesServer);
const server = guardedServer(checkFirst(sesListener));
try {
  post({ kind: 'listening', port: await listenAt(server, workerData as PortChoice) });
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  post({ kind: 'refused', sentence: error.message });
}
