import { connect, type Socket } from 'node:net';
import { atEndOfFile } from '../../end-of-file.ts';

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends bytes as they are and reads until the other side closes. */
export async function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const { socket, received } = await open(port);
  for (const part of parts) socket.write(part);
  return readAnswer(await received);
}

/** A connection whose bytes are collected. `received` resolves when it is closed. */
export async function open(
  port: number,
): Promise<{ socket: Socket; received: Promise<string>; soFar: () => string }> {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  atEndOfFile(() => socket.destroy());
  const received = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return { socket, received, soFar: () => text };
}

/** Reads the first answer in a text that was received. */
export function readAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(pairs),
    body: text.slice(end + 4),
  };
}
