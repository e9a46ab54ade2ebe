import type { ServiceApi } from '../../../../../cli/commands/template/import/sources/service-api.ts';
import { serve } from '../../../../serve.ts';

interface ServiceAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface LocalService extends ServiceApi {
  /** Each request's path and its header `Authorization`. */
  requests: { path: string; authorization: string | undefined }[];
}

/** Starts an HTTP server with these answers by path; a list is answered entry by entry. */
export async function startService(
  name: string,
  answers: Record<string, unknown>,
  authorization = 'Bearer key',
): Promise<LocalService> {
  const requests: LocalService['requests'] = [];
  const { url: base } = await serve((request, response) => {
    const path = request.url ?? '';
    const calls = requests.filter((each) => each.path === path).length;
    requests.push({ path, authorization: request.headers.authorization });
    const found = answers[path];
    const answer: ServiceAnswer = Array.isArray(found) ? found[calls] : { body: found };
    const { status = found === undefined ? 404 : 200, headers, body } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body ?? {}));
  });
  return { name, base, authorization, keyFrom: 'KEY', requests };
}
