import { smtpServer } from '../cli/smtp/server.ts';
import { listenAt, loopback, noteOtherPort, type PortChoice } from './loopback/listen.ts';
import type { Stops } from './stops.ts';

/** How long the mails in hand may take when the run stops. */
const graceMs = 2000;

/** Starts the server that takes mails by SMTP, and returns its address. Throws a `Failure` if its port is taken. */
export async function startSmtp(
  doorsUrl: string,
  choice: PortChoice,
  note: (line: string) => void,
  stops: Stops,
): Promise<string> {
  const smtp = stops.add(smtpServer({ doorsUrl }), ({ stop }) => stop(graceMs));
  const url = `smtp://${loopback}:${await listenAt(smtp.server, choice)}`;
  noteOtherPort('SMTP', choice, url, note);
  return url;
}
