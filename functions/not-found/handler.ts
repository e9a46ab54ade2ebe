import { refuse } from '../../shared/engine/errors.ts';
import { refusalAnswer, requestIdOf } from '../../shared/http/answer.ts';
import { outcomeOf, startTiming, writeLogLine } from '../../shared/http/log-line.ts';
import type { ProxyAnswer, ProxyEvent } from '../../shared/http/proxy.ts';

/** Answers every unknown route and method, with or without a key. */
export const handler = async (event: ProxyEvent): Promise<ProxyAnswer> => {
  const timing = startTiming();
  const requestId = requestIdOf(event);
  const answer = refusalAnswer(refuse('notFound'), requestId);
  const status = answer.statusCode;
  const outcome = outcomeOf(status);
  writeLogLine({ requestId, endpoint: 'not-found', status, outcome, ...timing() });
  return answer;
};
