import { refuse } from '../../shared/engine/errors.ts';
import { refusalAnswer, requestIdOf } from '../../shared/http/answer.ts';
import { startLogLine } from '../../shared/http/log-line.ts';
import type { ProxyAnswer, ProxyEvent } from '../../shared/http/proxy.ts';

/** Every route and method that is none of ours, with a key or without one. */
export const handler = async (event: ProxyEvent): Promise<ProxyAnswer> => {
  const line = startLogLine('not-found');
  const requestId = requestIdOf(event);
  const answer = refusalAnswer(refuse('notFound'), requestId);
  line.write({ requestId, status: answer.statusCode });
  return answer;
};
