import type { Server } from 'node:net';
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import { maxRecipients } from '../../shared/engine/limits.ts';
import { doorCalls } from './door-calls.ts';
import { mailToCall } from './mail-to-call.ts';
import { invalidKey, type Reply, refusalOf, reply } from './reply-codes.ts';

/** A mail in base64 is a third larger than its files. */
const maxMailBytes = 6_291_456;
const maxSessions = 20;
const idleMs = 60_000;

export interface SmtpOptions {
  /** The address of the doors' API, without a slash at the end. */
  doorsUrl: string;
  /** In PEM. With it, a client must begin TLS before it logs in. */
  tls?: Pick<SMTPServerOptions, 'cert' | 'key'> | undefined;
  /** With `tls`: a client may log in without TLS. */
  allowPlainAuth?: boolean;
  /** Is called with the reply to each mail. */
  onReply?: (reply: Reply) => void;
}

export interface SmtpServer {
  /** Not yet listening. */
  server: Server;
  /** Ends idle sessions at once, and waits so long for the mails in hand. */
  stop: (graceMs: number) => Promise<void>;
}

/** An SMTP server that turns each mail into a call of the doors' API. The password of its login is an API key. */
export function smtpServer({ doorsUrl, tls, ...options }: SmtpOptions): SmtpServer {
  const calls = doorCalls(doorsUrl);
  /** The sessions of the mails in hand. */
  const busy = new Set<string>();
  let isStopping = false;

  const endIdle = () => {
    for (const connection of smtp.connections)
      if (!busy.has(connection.id)) connection.send(421, '4.3.2 The server is stopping');
  };

  const onAuth: SMTPServerOptions['onAuth'] = async ({ password }, _session, done) => {
    const key = password ?? '';
    // Other texts cannot be in a header.
    const refusal = /^[!-~]{1,200}$/.test(key)
      ? await calls.refusesKey(key)
      : reply(535, '5.7.8', invalidKey);
    if (refusal) done(errorOf(refusal));
    else done(null, { user: key });
  };

  const receive = async (stream: SMTPServerDataStream, { envelope, user }: SMTPServerSession) => {
    const source = await wholeMail(stream);
    if (source === null) return reply(552, '5.3.4', 'Message is larger than 6 MB');
    const recipients = envelope.rcptTo.map(({ address }) => address);
    return calls.send(String(user), await mailToCall(source, recipients));
  };

  const onData: SMTPServerOptions['onData'] = async (stream, session, done) => {
    busy.add(session.id);
    const made = await receive(stream, session).catch(refusalOf);
    // Without the whole mail there is no client either.
    if (!stream.errored) options.onReply?.(made);
    if (made.code === 250) done(null, made.text);
    else done(errorOf(made));
    busy.delete(session.id);
    if (isStopping) endIdle();
  };

  const smtp = new SMTPServer({
    ...tls,
    name: 'postrider',
    logger: false,
    size: maxMailBytes,
    maxRecipients,
    maxClients: maxSessions,
    socketTimeout: idleMs,
    disableReverseLookup: true,
    allowInsecureAuth: options.allowPlainAuth ?? false,
    authMethods: ['PLAIN', 'LOGIN'],
    authRequiredMessage: '5.7.0 Log in with an API key as the password',
    disabledCommands: [
      ...['VRFY', 'ETRN', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL'],
      ...(tls ? [] : ['STARTTLS']),
    ],
    onAuth,
    onData,
  });
  // A client that goes away in the middle of a mail. It sends the mail again.
  smtp.on('error', () => undefined);

  return {
    server: smtp.server,
    stop: (graceMs) =>
      new Promise((resolve) => {
        if (!smtp.server.listening) return resolve();
        isStopping = true;
        smtp.options.closeTimeout = graceMs;
        smtp.close(resolve);
        endIdle();
      }),
  };
}

/** The bytes of a mail; null if there are too many. Those of too large a mail are not kept in memory. */
async function wholeMail(stream: SMTPServerDataStream): Promise<Uint8Array | null> {
  let chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    if (stream.sizeExceeded) chunks = [];
    else chunks.push(chunk);
  }
  return stream.sizeExceeded ? null : Buffer.concat(chunks);
}

const errorOf = ({ code, text }: Reply) => Object.assign(new Error(text), { responseCode: code });
