import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { answerJson, guardedServer } from '../loopback/door.ts';
import { type ApiKeys, Refusal } from './api-keys.ts';
import { type OperationReply, operations } from './operations.ts';
import type { Usage } from './usage.ts';

/** API Gateway's control plane over HTTP for SDK clients, not yet listening. */
export function controlPlane(keys: ApiKeys, usage: Usage): Server {
  return guardedServer(async (req, res) => {
    const headers = { 'x-amzn-requestid': randomUUID() };
    try {
      const { status, body } = await perform(keys, usage, req);
      answerJson(res, status, body ?? {}, headers);
    } catch (error) {
      const { status, type, message } =
        error instanceof Refusal
          ? error
          : { status: 500, type: 'InternalFailure', message: String(error) };
      answerJson(res, status, { message }, { ...headers, 'x-amzn-errortype': type });
    }
  });
}

async function perform(keys: ApiKeys, usage: Usage, req: IncomingMessage): Promise<OperationReply> {
  const { pathname, searchParams: query } = new URL(`http://localhost${req.url}`);
  const segments = pathname.split('/').map(decodeURIComponent);
  for (const [route, operation] of Object.entries(operations)) {
    const [method, pattern = ''] = route.split(' ');
    const ids = method === req.method && idsIn(pattern.split('/'), segments);
    if (!ids) continue;
    const body = req.method === 'POST' ? await json(req) : undefined;
    return operation(keys, { ids, query, body }, usage);
  }
  throw new Refusal('NotFoundException', 'The local run does not support this operation');
}

function idsIn(pattern: string[], segments: string[]): string[] | undefined {
  if (pattern.length !== segments.length) return undefined;
  const fits = pattern.every((part, at) => part === '*' || part === segments[at]);
  return fits ? segments.filter((_, at) => pattern[at] === '*') : undefined;
}
