import { styleText } from 'node:util';
import type { LogEntry, LoggedRequest } from '../../aws/request-log.ts';
import { localTime } from '../../terminal/local-time.ts';
import { oneLine } from '../../terminal/result.ts';

/** A log line as text for people, with the causes of a fault below it. */
export function logText({ at, text, line }: LogEntry): string {
  if (line === null) return `${localTime(at)}  ${oneLine(text)}`;
  const { status, endpoint, outcome = '', ms = 0, cold, causes = [] } = line;
  const words = [
    localTime(at),
    String(status ?? '---'),
    endpoint.padEnd(10),
    outcome.padEnd(outcomeWidth),
    `${ms} ms`.padStart(8),
    ...(cold ? ['cold'] : []),
    ...about(line),
  ];
  const head = oneLine(words.join('  '));
  const shown = line.level === 'error' ? styleText('red', head) : head;
  return [shown, ...causes.map((cause) => `    ${oneLine(cause.split('\n')[0])}`)].join('\n');
}

const outcomeWidth = 'validation_failed'.length;

/** What the request was for, and which account and key sent it, as far as the line names them. */
function about(line: LoggedRequest): string[] {
  const { templateId, revision, method, route, state, messageId, endpointId, problem } = line;
  const { accountId, keyId, requestId } = line;
  return [
    templateId && `${templateId} ${revision ?? ''}`.trim(),
    typeof method === 'string' && typeof route === 'string' && `${method} ${route}`,
    state,
    messageId && `message ${messageId}`,
    endpointId && `webhook ${endpointId}`,
    problem,
    accountId,
    keyId,
    requestId && `request ${requestId}`,
  ].filter((word) => typeof word === 'string');
}
