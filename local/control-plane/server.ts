import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { answerJson, guard } from '../loopback/door.ts';
import type { ApiKeys } from './api-keys.ts';
import { operations, type Reply } from './operations.ts';
import { Refusal } from './refusal.ts';
import type { Usage } from './usage.ts';

/** API Gateway's control plane over HTTP, not yet listening: SDK clients talk to it. */
export function controlPlane(keys: ApiKeys, usage: Usage): Server {
  const server = createServer();
  guard(server, async (req, res) => {
    try {
      send(res, await perform(keys, usage, req));
    } catch (error) {
      sendError(res, error);
    }
  });
  return server;
}

async function perform(keys: ApiKeys, usage: Usage, req: IncomingMessage): Promise<Reply> {
  const { segments, query } = readUrl(req.url ?? '/');
  for (const [method, pattern, operation] of operations) {
    const path = method === req.method && variableParts(pattern.split('/'), segments);
    if (!path) continue;
    const body = req.method === 'POST' ? await readJson(req) : undefined;
    return operation(keys, { path, query, body }, usage);
  }
  throw new Refusal('NotFoundException', 'The local run does not know this operation');
}

function readUrl(text: string): { segments: string[]; query: URLSearchParams } {
  try {
    const { pathname, searchParams } = new URL(`http://localhost${text}`);
    return { segments: pathname.split('/').map(decodeURIComponent), query: searchParams };
  } catch {
    throw new Refusal('BadRequestException', 'Invalid path');
  }
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  try {
    return await json(req);
  } catch {
    throw new Refusal('BadRequestException', 'Invalid request body');
  }
}

function variableParts(pattern: string[], segments: string[]): string[] | undefined {
  if (pattern.length !== segments.length) return undefined;
  const fits = pattern.every((part, at) => part === '*' || part === segments[at]);
  return fits ? segments.filter((_, at) => pattern[at] === '*') : undefined;
}

function send(res: ServerResponse, { status, body }: Reply): void {
  answerJson(res, status, body ?? {}, { 'x-amzn-requestid': randomUUID() });
}

function sendError(res: ServerResponse, error: unknown): void {
  const { status, type, message } =
    error instanceof Refusal
      ? error
      : { status: 500, type: 'InternalFailure', message: String(error) };
  const headers = { 'x-amzn-requestid': randomUUID(), 'x-amzn-errortype': type };
  answerJson(res, status, { message }, headers);
}
