import { refuse } from '../../shared/engine/errors.ts';
import { refusalAnswer, requestIdOf } from '../../shared/http/answer.ts';
import { startLogLine } from '../../shared/http/log-line.ts';
import type { ProxyAnswer, ProxyEvent } from '../../shared/http/proxy.ts';

/** Answers every unknown route and method, with or without a key. */
export const handler = async (event: ProxyEvent): Promise<ProxyAnswer> => {
  const line = startLogLine('not-found');
  const requestId = requestIdOf(event);
  const answer = refusalAnswer(refuse('notFound'), requestId);
  line.write({ requestId, status: answer.statusCode });
  return answer;
};
