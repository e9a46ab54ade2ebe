import { styleText } from 'node:util';
import { type Command, Option } from 'commander';
import {
  type LogEntry,
  type LoggedRequest,
  type LogSearch,
  maxFoundLines,
  type RequestLog,
} from '../../aws/request-log.ts';
import { inSession, type Session } from '../../connection/session.ts';
import { requestLogOf } from '../../request-log/deployment-log.ts';
import { localTime } from '../../terminal/local-time.ts';
import { readTime, subcommand } from '../../terminal/options.ts';
import { oneLine, type Result } from '../../terminal/result.ts';
import { pauseUnlessStopped, stopSignal } from '../../terminal/stop-signal.ts';

interface LogsOptions {
  request?: string;
  endpoint?: string;
  status?: string;
  key?: string;
  since: string;
  follow?: true;
}

const endpoints = [
  'render',
  'execute',
  'verify',
  'message',
  'cancel',
  'batch',
  'manage',
  'authorizer',
  'events',
  'due',
  'webhooks',
  'not-found',
];

/** How long before the newest line each search of `--follow` begins, because CloudWatch shows a line some seconds late. */
const lateMs = 30_000;

/** The pause between two searches. CloudWatch answers only a few calls a second, and a search makes one for each function. */
const followMs = 2000;

export function addLogsCommand(program: Command): void {
  subcommand(program, 'logs', {
    about: 'show the log of the functions: one line a request, oldest first',
    example: 'logs --request VFygWsUWsYm5_HWI --since 2h',
  })
    .option('--request <id>', 'only the request whose answer had this x-request-id')
    .addOption(
      new Option('--endpoint <endpoint>', 'only lines of this function').choices(endpoints),
    )
    .option('--status <status>', 'only answers with this status, such as 500')
    .option('--key <id>', 'only requests with this API key')
    .option(
      '--since <time>',
      'only lines since this time: a date such as 2026-05-01T10:00, or a span such as 15m, 2h',
      '15m',
    )
    .option('--follow', 'print new lines until Ctrl-C; with --json one JSON document a line')
    .action((options: LogsOptions, command: Command) => {
      const search = readSearch(options, command);
      return inSession(command, 'Reading the logs', async (session) => {
        const log = await requestLogOf(session.deployment);
        return options.follow ? followed(log, search, session) : found(log, search);
      });
    });
}

function readSearch(options: LogsOptions, command: Command): LogSearch {
  const { request: requestId, endpoint, status, key: keyId } = options;
  if (status !== undefined && !/^[1-5]\d\d$/.test(status)) {
    command.error(`error: --status must be a number such as 500, found ${JSON.stringify(status)}`);
  }
  const now = new Date();
  const since = readTime(options.since, command, now) ?? now;
  const wanted = status === undefined ? undefined : Number(status);
  return { since, requestId, endpoint, status: wanted, keyId };
}

async function found(log: RequestLog, search: LogSearch): Promise<Result> {
  const { entries, isCut } = await log.find(search);
  return {
    json: { lines: entries.map(toJson), isCut },
    text: entries.map(logText).join('\n'),
    note: noteOn(entries, isCut, search),
  };
}

function noteOn(entries: readonly LogEntry[], isCut: boolean, search: LogSearch) {
  if (isCut) return `There are more than ${maxFoundLines} lines: narrow the search.`;
  if (entries.length > 0) return undefined;
  const since = `No line matches since ${search.since.toISOString()}: --since searches further back.`;
  if (search.requestId === undefined) return since;
  return `${since}\nThe line of a 401 has no request id, and a 429 has no line: API Gateway answers it itself.`;
}

async function followed(log: RequestLog, search: LogSearch, { emit, progress }: Session) {
  const ended = stopSignal();
  const seen = new Map<string, string>();
  let { since } = search;
  while (!ended.aborted) {
    const { entries } = await log.find({ ...search, since });
    for (const entry of entries) {
      if (seen.has(entry.id)) continue;
      seen.set(entry.id, entry.at);
      emit({ json: toJson(entry), text: logText(entry) });
    }
    const newest = entries.at(-1)?.at;
    if (newest) since = new Date(Math.max(since.getTime(), Date.parse(newest) - lateMs));
    for (const [id, at] of seen) if (at < since.toISOString()) seen.delete(id);
    progress('Waiting for lines');
    await pauseUnlessStopped(ended, followMs);
  }
  return null;
}

/** The line as the function wrote it, without the fields that only CloudWatch's metrics need. */
function toJson({ at, text, line }: LogEntry): object {
  if (line === null) return { at, text };
  const { _aws, coldStarts, ...fields } = line;
  return { at, ...fields };
}

function logText({ at, text, line }: LogEntry): string {
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
