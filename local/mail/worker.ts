/**
 * The mail server: an SES-compatible one with a page that shows what was sent, in a thread of its
 * own, because it lets an error in one request end the whole process. It is reached only through the
 * door here, for it checks no Host and knows no identities. Mail lives in memory.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { parentPort } from 'node:worker_threads';
import ses from 'aws-ses-v2-local';
import { getStoreReadonly } from 'aws-ses-v2-local/dist/store.js';
import { answerJson, guard } from '../loopback/door.ts';

/** The mails that are kept; of more, the oldest go. */
const maxMails = 2000;

/** `GET /v2/email/identities/ada@example.com` */
const identityPath = /^\/v2\/email\/identities\/([^/?]+)$/;

/** Answers what the server does not know, and hands it everything else. */
function door(inside: RequestListener): RequestListener {
  return (req: IncomingMessage, res: ServerResponse) => {
    const identity = req.method === 'GET' && identityPath.exec(req.url ?? '')?.[1];
    if (identity) return answerJson(res, 200, verified(identity));
    const { emails } = getStoreReadonly();
    if (emails.length > maxMails) emails.splice(0, emails.length - maxMails);
    inside(req, res);
  };
}

/** SES's answer to GetEmailIdentity: any sender is an identity on this machine. */
function verified(identity: string) {
  return {
    IdentityType: decodeURIComponent(identity).includes('@') ? 'EMAIL_ADDRESS' : 'DOMAIN',
    VerifiedForSendingStatus: true,
    VerificationStatus: 'SUCCESS',
    FeedbackForwardingStatus: true,
    DkimAttributes: { SigningEnabled: true, Status: 'SUCCESS' },
  };
}

// It sends the answers to some bad requests twice, and throws where nobody can catch it.
process.on('unhandledRejection', (error) => console.error(error));

const server: Server = await ses.default({ host: '127.0.0.1', port: 0 });
// Its own start resolves even when it could not listen.
if (!server.listening) throw new Error('The mail server does not listen');
const [inside] = server.listeners('request') as [RequestListener];
guard(server, door(inside));
const address = server.address();
parentPort?.postMessage(typeof address === 'object' ? address?.port : undefined);
