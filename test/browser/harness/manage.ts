import { deployment } from '../../api/harness/deployment.ts';

interface Asked {
  method?: string;
  ifMatch?: number;
  /** Expects that there is none yet: `If-None-Match: *`. */
  ifNone?: boolean;
  body?: unknown;
}

/** Calls the dashboard's API as another user of the same account. */
export async function askManage<T>(
  { accountId }: { accountId: string },
  path: string,
  { method = 'GET', ifMatch, ifNone, body }: Asked = {},
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
