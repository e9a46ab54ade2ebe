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
import type { MailServerMessage } from './inbox.ts';
import { forgetOldest } from './mails/kept-mails.ts';
import { answerHeaders } from './page/headers.ts';
import { answeredPage } from './page/page.ts';
import { SendingGate, type SendingRules } from './sending-rules.ts';
import { type SetupAnswer, setupAnswer } from './setup-answers.ts';
import { type TenantPause, Tenants } from './tenants.ts';

const gate = new SendingGate();
const tenants = new Tenants(
  () => gate.rules,
  (change) => post({ kind: 'tenant', change }),
);

/** Answers what aws-ses-v2-local does not support, refuses what SES would refuse, and passes on the rest. */
function checkFirst(sesListener: RequestListener): RequestListener {
  return async (req, res) => {
    for (const [name, value] of Object.entries(answerHeaders)) res.setHeader(name, value);
    if (await answeredPage(req, res)) return;
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

parentPort?.on('message', (given: SendingRules | TenantPause) => {
  if ('pause' in given) return tenants.pause(given);
  gate.rules = given;
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
