import { type Deadline, type FunctionTime, requestDeadline } from '../../shared/deadline.ts';
import { causesOf, type LogLine, startLogLine } from '../../shared/http/log-line.ts';
import type { AuthorizerAnswer, AuthorizerRequest } from './contract.ts';

type Note = (whose: Pick<LogLine, 'accountId' | 'keyId'>) => void;

/**
 * Writes a line of what no other function hears of: what was refused, what failed, and that an
 * environment started. What is let through is in the line of its endpoint; a second one would
 * cost as much as that. None has the request's id, which API Gateway does not tell here.
 */
export function logged(
  decide: (request: AuthorizerRequest, note: Note, deadline: Deadline) => Promise<AuthorizerAnswer>,
): (request: AuthorizerRequest, time: FunctionTime) => Promise<AuthorizerAnswer> {
  return async (request, time) => {
    const line = startLogLine('authorizer');
    let whose: Parameters<Note>[0] = {};
    const write = (ended: Pick<LogLine, 'status' | 'outcome' | 'causes'>) =>
      line.write({ ...whose, ...ended });
    try {
      const note: Note = (found) => {
        whose = found;
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
