import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { stoppedAtEnd } from '../../end-of-file.ts';

/** A session that speaks line by line. */
export interface SmtpClient {
  /** Sends a line, or without one waits for the next reply, and returns its last line; `closed` if none comes. */
  say: (line?: string) => Promise<string>;
  /** Goes through a session up to the recipients, logged in with the key. */
  begin: (key: string, recipients: readonly string[]) => Promise<string>;
  stop: () => void;
}

export function smtpClient(port: number): SmtpClient {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const say = async (line?: string) => {
    if (line !== undefined) socket.write(`${line}\r\n`);
    for (;;) {
      const { value, done } = await lines.next();
      if (done) return 'closed';
      if (value[3] !== '-') return value;
    }
  };
  const begin = async (key: string, recipients: readonly string[]) => {
    await say();
    await say('EHLO test');
    await say(`AUTH PLAIN ${Buffer.from(`\0any\0${key}`).toString('base64')}`);
    let last = await say('MAIL FROM:<bounces@acme.example>');
    for (const address of recipients) last = await say(`RCPT TO:<${address}>`);
    return last;
  };
  return stoppedAtEnd({ say, begin, stop: () => socket.destroy() });
}
