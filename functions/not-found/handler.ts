import { refuse } from '../../shared/engine/errors.ts';
import { refusalAnswer, requestIdOf } from '../../shared/http/answer.ts';
import { startLogLine } from '../../shared/http/log-line.ts';
import type { ProxyAnswer, ProxyEvent } from '../../shared/http/proxy.ts';

/**
 * Answers every unknown route and method, with or without a key. On the path of an endpoint the header `allow` says that
 * only POST is served there.
 */
export const handler = async (event: ProxyEvent): Promise<ProxyAnswer> => {
  const line = startLogLine('not-found');
  const requestId = requestIdOf(event);
  const answer = refusalAnswer(refuse('notFound'), requestId);
  if (event.resource && !/^\/(\{proxy\+\})?$/.test(event.resource)) answer.headers.allow = 'POST';
  line.write({ requestId, status: answer.statusCode });
  return answer;
};
