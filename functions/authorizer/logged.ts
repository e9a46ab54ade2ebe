import { type Deadline, type FunctionTime, requestDeadline } from '../../shared/deadline.ts';
import { causesOf, type LogLine, startLogLine } from '../../shared/http/log-line.ts';
import type { AuthorizerAnswer, AuthorizerRequest } from './contract.ts';

type Note = (caller: Pick<LogLine, 'accountId' | 'keyId'>) => void;

/**
 * Logs refusals and faults that no endpoint function logs, and the first request after a cold start. The endpoint
 * function logs every request that the authorizer allows. A line has no request id, because API Gateway does not pass
 * it to an authorizer.
 */
export function logged(
  decide: (request: AuthorizerRequest, note: Note, deadline: Deadline) => Promise<AuthorizerAnswer>,
): (request: AuthorizerRequest, time: FunctionTime) => Promise<AuthorizerAnswer> {
  return async (request, time) => {
    const line = startLogLine('authorizer');
    let caller: Parameters<Note>[0] = {};
    const write = (ended: Pick<LogLine, 'status' | 'outcome' | 'causes'>) =>
      line.write({ ...caller, ...ended });
    try {
      const note: Note = (found) => {
        caller = found;
      };
      const answer = await decide(request, note, requestDeadline(time));
      const isRefused = 'errorMessage' in answer.context;
      if (isRefused) write({ status: 401, outcome: 'refused' });
      else if (line.cold) write({ outcome: 'ok' });
      return answer;
    } catch (error) {
      write({ status: 500, outcome: 'fault', causes: causesOf(error) });
      throw error;
    }
  };
}
