import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { bodyOf } from '../../soak/template.ts';

/** What one send came to. */
export interface Arrival {
  /** 0 where no whole answer came. */
  status: number;
  retryAfter: string | undefined;
  /** The answer, or why there is none. */
  text: string;
  ms: number;
}

export interface Stream {
  baseUrl: string;
  /** API keys, which take turns. */
  keys: readonly string[];
  /** Sends a second, each when its time has come, whatever became of those before. */
  rate: number;
  seconds: number;
  /** What the ids of its sends begin with. */
  name: string;
}

/** Sends at a rate, and gives what became of each send, in order. */
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
export function sendOne(baseUrl: string, key: string, id: string, agent?: Agent): Promise<Arrival> {
  const startMs = performance.now();
  const passed = () => performance.now() - startMs;
  return new Promise((resolve) => {
    const sent = request(`${baseUrl}/execute`, {
      method: 'POST',
      agent,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    const fail = (error: Error) =>
      resolve({ status: 0, retryAfter: undefined, text: error.message, ms: passed() });
    sent.on('error', fail);
    sent.on('response', async (answer) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const { statusCode: status = 0, headers } = answer;
        const text = Buffer.concat(chunks).toString();
        resolve({ status, retryAfter: headers['retry-after'], text, ms: passed() });
      } catch (error) {
        fail(error as Error);
      }
    });
    sent.end(bodyOf(id));
  });
}

/** Whether a send was accepted. */
export function isSent({ status, text }: Arrival): boolean {
  return status === 200 && text.includes('"type":"sent"');
}

/** Whether a send was over the rate, and its sender told when to try again. */
export function isOverRate({ status, retryAfter }: Arrival): boolean {
  return status === 429 && retryAfter === '1';
}
