import { deployment } from '../../api/harness/deployment.ts';

interface ManageRequest {
  method?: string;
  ifMatch?: number;
  /** Expects that there is none yet: `If-None-Match: *`. */
  ifNone?: boolean;
  body?: unknown;
}

export async function askManage<T>(
  { accountId }: { accountId: string },
  path: string,
  { method = 'GET', ifMatch, ifNone, body }: ManageRequest = {},
): Promise<T> {
  const answer = await fetch(`${deployment.dashboardUrl}/manage/v1${path}`, {
    method,
    headers: {
      'x-postrider-account': accountId,
      'content-type': 'application/json',
      ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      ...(ifNone && { 'if-none-match': '*' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

interface Stored {
  html: string;
  subject: string;
  revision: number;
  draft: object | null;
}

export const readTemplate = (account: { accountId: string }, id: string) =>
  askManage<Stored>(account, `/templates/${id}`);

/** Creates a template or a partial. Default: its name is its id, and its subject `Hello`. */
export const createTemplate = (
  account: { accountId: string },
  body: { id: string; html: string; [more: string]: unknown },
) =>
  askManage(account, '/templates', {
    method: 'POST',
    body: { name: body.id, subject: 'Hello', ...body },
  });

export const saveDraft = (
  account: { accountId: string },
  { id, ...draft }: { id: string; html: string; [more: string]: unknown },
) =>
  askManage(account, `/templates/${id}/draft`, {
    ...{ method: 'PUT', ifNone: true },
    body: { name: id, subject: 'Hello', from: 1, ...draft },
  });
