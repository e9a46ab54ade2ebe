/**
 * The mail server: an SES-compatible one with a page that shows what was sent, in a thread of its
 * own, because it lets an error in one request end the whole process. It is reached only through the
 * door here, for it checks no Host and knows no identities. Mail lives in memory.
 */
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';
import ses from 'aws-ses-v2-local';
import { getStoreReadonly } from 'aws-ses-v2-local/dist/store.js';
import { answerJson, guard } from '../loopback/door.ts';
import { readAccepted } from './accepted-mail.ts';
import { onAnsweredJson } from './answered-json.ts';
import type { Said } from './messages.ts';
import { readSend } from './read-send.ts';
import { setupAnswer } from './setup-answers.ts';

/** The mails that are kept; of more, the oldest go. */
const maxMails = 2000;

/** Answers what the server does not know, and hands it everything else. */
function door(inside: RequestListener): RequestListener {
  return async (req, res) => {
    const setUp = req.method === 'GET' && setupAnswer(req.url ?? '');
    if (setUp) return answerJson(res, 200, setUp);
    if (isSend(req)) {
      forgetOldest();
      // A body that was read is not read again: the server takes what it finds here.
      const body = await readSend(req);
      Object.assign(req, { body });
      onAnsweredJson(res, (answer) => {
        const mail = readAccepted(body, answer);
        if (mail) say({ kind: 'accepted', mail });
      });
    }
    inside(req, res);
  };
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

const server: Server = await ses.default({ host: '127.0.0.1', port: 0 });
// Its own start resolves even when it could not listen.
if (!server.listening) throw new Error('The mail server does not listen');
const [inside] = server.listeners('request') as [RequestListener];
guard(server, door(inside));
say({ kind: 'listening', port: (server.address() as AddressInfo).port });
