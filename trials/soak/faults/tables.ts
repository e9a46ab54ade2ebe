import { Agent, request } from 'node:http';
import type { Call, WholeAnswer } from './server.ts';

/**
 * Hands a call on to a DynamoDB-compatible server, and its answer back; null where that server closed
 * an idle connection in the very moment.
 */
export function forwardTo(endpoint: string): {
  apply: (call: Call) => Promise<WholeAnswer | null>;
  close: () => void;
} {
  const agent = new Agent({ keepAlive: true });
  return { apply: (call) => forward(endpoint, agent, call), close: () => agent.destroy() };
}

function forward(endpoint: string, agent: Agent, { method, path, headers, body }: Call) {
  return new Promise<WholeAnswer | null>((resolve, reject) => {
    const { host: _, connection: __, ...passed } = headers;
    const onward = request(`${endpoint}${path}`, { method, headers: passed, agent });
    onward.on('error', () => resolve(null));
    onward.on('response', async (answer) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        resolve({
          status: answer.statusCode ?? 500,
          headers: { 'content-type': String(answer.headers['content-type']) },
          body: Buffer.concat(chunks),
        });
      } catch (error) {
        reject(error);
      }
    });
    onward.end(body);
  });
}

/** What a call to the tables is: `PutItem`, for instance. */
export function operationOf({ headers }: Call): string {
  return String(headers['x-amz-target']).split('.')[1] ?? '';
}
