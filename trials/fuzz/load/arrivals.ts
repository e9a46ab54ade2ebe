import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { callExecute } from '../../harness/send.ts';

/** The answer to one send. */
export interface Arrival {
  /** 0 if no whole answer came. */
  status: number;
  retryAfter?: string | undefined;
  /** The answer, or why there is none. */
  text: string;
  ms: number;
}

export interface Stream {
  baseUrl: string;
  /** API keys, which take turns. */
  keys: readonly string[];
  /** Sends a second. Each begins on schedule, whether or not earlier sends have been answered. */
  rate: number;
  seconds: number;
  /** The ids of its sends begin with this. */
  name: string;
}

/** Sends at a rate, and returns the answers in order. */
export async function sendStream(stream: Stream): Promise<Arrival[]> {
  const agent = new Agent({ keepAlive: true });
  const count = stream.rate * stream.seconds;
  const startMs = performance.now();
  const sends: Promise<Arrival>[] = [];
  for (let number = 0; number < count; number++) {
    const waitMs = startMs + (number * 1000) / stream.rate - performance.now();
    if (waitMs > 0) await pause(waitMs);
    const key = stream.keys[number % stream.keys.length] ?? '';
    sends.push(sendOne(stream.baseUrl, key, `${stream.name}-${number}`, agent));
  }
  const arrivals = await Promise.all(sends);
  agent.destroy();
  return arrivals;
}

/** Sends one mail. Never rejects. */
export async function sendOne(
  baseUrl: string,
  secret: string,
  sendId: string,
  agent?: Agent,
): Promise<Arrival> {
  const startMs = performance.now();
  const passed = () => performance.now() - startMs;
  try {
    const { status, headers, text } = await callExecute({ baseUrl, secret, sendId, agent });
    return { status, retryAfter: headers['retry-after'], text, ms: passed() };
  } catch (error) {
    return { status: 0, text: String(error), ms: passed() };
  }
}

/** Whether a send was accepted. */
export function isSent({ status, text }: Arrival): boolean {
  return status === 200 && text.includes('"type":"sent"');
}

/** Whether a send was over the rate, and the answer says when to try again. */
export function isOverRate({ status, retryAfter }: Arrival): boolean {
  return status === 429 && retryAfter === '1';
}
