import { absentPart } from '../../shared/doors/absent-part.ts';
import { refuse } from '../../shared/engine/errors.ts';
import { refusalAnswer, requestIdOf } from '../../shared/http/answer.ts';
import { lambdaHandler } from '../../shared/http/chain.ts';
import type { ProxyAnswer, ProxyEvent } from '../../shared/http/proxy.ts';

/** Answers every unknown route and method. On an endpoint's path, the header `allow` says that only POST is served. */
export const handler = lambdaHandler<ProxyEvent, ProxyAnswer>({
  name: 'not-found',
  run: async ({ event, notes }) => {
    notes.requestId = requestIdOf(event);
    const absent = absentPart(event);
    if (absent !== null) return absent;
    const answer = refusalAnswer(refuse('notFound'), notes.requestId);
    if (event.resource && !/^\/(\{proxy\+\})?$/.test(event.resource)) answer.headers.allow = 'POST';
    return answer;
  },
  // The status 501 is no fault: lib/monitoring/alarms.ts does not count it as one.
  lineOf: ({ statusCode: status }) => ({ status, ...(status === 501 && { outcome: 'absent' }) }),
});
