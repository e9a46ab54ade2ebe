import {
  CloudWatchClient,
  GetMetricStatisticsCommand,
  paginateDescribeAlarms,
} from '@aws-sdk/client-cloudwatch';
import {
  CloudWatchLogsClient,
  DescribeLogGroupsCommand,
  type FilteredLogEvent,
  GetQueryResultsCommand,
  paginateFilterLogEvents,
  StartQueryCommand,
  StopQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { isoTime, type LogsQueryCalls, runLogsQuery } from '../../shared/adapters/logs-query.ts';
import { countLines, maxQueryRows } from '../../shared/manage/usage/count-lines.ts';
import type { CountedLines, UsageSearch } from '../../shared/manage/usage/line-groups.ts';
import { type ClientPlace, clientSettings } from './client.ts';
import {
  type FoundLogs,
  type LogEntry,
  type LogSearch,
  maxFoundLines,
  type RequestLog,
  readLogLine,
} from './request-log.ts';

export type CloudWatch = ReturnType<typeof cloudWatch>;

interface MetricName {
  namespace: string;
  name: string;
  dimensions: Readonly<Record<string, string>>;
}

export function cloudWatch(times: CallTimes, place: ClientPlace = {}) {
  const client = new CloudWatchClient(clientSettings(times, place));
  return {
    /** How many samples a metric has had since a time. Needs `cloudwatch:GetMetricStatistics`. */
    samples: async ({ namespace, name, dimensions }: MetricName, since: Date) => {
      const get = new GetMetricStatisticsCommand({
        Namespace: namespace,
        MetricName: name,
        Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
        StartTime: since,
        EndTime: new Date(),
        Period: 60,
        Statistics: ['SampleCount'],
      });
      const { Datapoints = [] } = await client.send(get);
      return Datapoints.reduce((sum, { SampleCount = 0 }) => sum + SampleCount, 0);
    },
    /** The states of the alarms whose names begin with the prefix, by name. Needs `cloudwatch:DescribeAlarms`. */
    alarms: async (AlarmNamePrefix: string) => {
      const states = new Map<string, string>();
      for await (const page of paginateDescribeAlarms({ client }, { AlarmNamePrefix })) {
        for (const { AlarmName = '', StateValue = '' } of page.MetricAlarms ?? []) {
          states.set(AlarmName, StateValue);
        }
      }
      return states;
    },
  };
}

export function logsClient(times: CallTimes, place?: ClientPlace) {
  return new CloudWatchLogsClient(clientSettings(times, place));
}

interface CloudWatchLogs {
  client: CloudWatchLogsClient;
  groups: readonly string[];
  /** Milliseconds between two reads of a query's state. Default: 500. */
  pollMs?: number;
}

export function cloudWatchLogs(logs: CloudWatchLogs): RequestLog {
  return {
    find: (search) => findLines(logs, search),
    lastUseOfKeys: (since) => lastUseOfKeys(logs, since),
  };
}

/** `FilterLogEvents` costs nothing, finds a line some seconds after it was written, and searches one group. */
async function findLines({ client, groups }: CloudWatchLogs, search: LogSearch) {
  const found = await Promise.all(groups.map((group) => findInGroup(client, group, search)));
  const entries = found.flatMap((each) => each.entries);
  entries.sort((one, other) => one.at.localeCompare(other.at));
  return {
    entries: entries.slice(0, maxFoundLines),
    isCut: found.some(({ isCut }) => isCut) || entries.length > maxFoundLines,
  };
}

async function findInGroup(
  client: CloudWatchLogsClient,
  logGroupName: string,
  search: LogSearch,
): Promise<FoundLogs> {
  const filterPattern = patternOf(search);
  const pages = paginateFilterLogEvents(
    { client },
    {
      logGroupName,
      startTime: search.since.getTime(),
      ...(filterPattern && { filterPattern }),
    },
  );
  const entries: LogEntry[] = [];
  for await (const { events = [] } of pages) {
    entries.push(...events.map(toEntry));
    if (entries.length > maxFoundLines) return { entries, isCut: true };
  }
  return { entries, isCut: false };
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax-expressions.html */
function patternOf({ requestId, endpoint, status, keyId }: LogSearch): string | undefined {
  const terms = Object.entries({ requestId, endpoint, status, keyId }).flatMap(([name, wanted]) =>
    wanted === undefined ? [] : [`$.${name} = ${JSON.stringify(wanted)}`],
  );
  return terms.length > 0 ? `{ ${terms.join(' && ')} }` : undefined;
}

function toEntry({ eventId = '', timestamp = 0, message = '' }: FilteredLogEvent): LogEntry {
  const text = message.trimEnd();
  return { id: eventId, at: new Date(timestamp).toISOString(), text, line: readLogLine(text) };
}

/** One Logs Insights query searches all groups, for $0.005 a GB. */
async function lastUseOfKeys({ client, groups, pollMs }: CloudWatchLogs, since: Date) {
  const queryString =
    'filter ispresent(keyId) and ispresent(status) | stats max(@timestamp) as last by keyId';
  const query = {
    logGroupNames: [...groups],
    startTime: Math.floor(since.getTime() / 1000),
    endTime: Math.ceil(Date.now() / 1000),
    queryString,
    limit: maxQueryRows,
  };
  const never = new AbortController().signal;
  const { rows } = await runLogsQuery(queryCalls(client), query, never, pollMs);
  return new Map(rows.map(({ keyId = '', last = '' }) => [keyId, isoTime(last)]));
}

/** The signal stops the query. */
export async function countAtCloudWatch(
  { client, groups, pollMs }: CloudWatchLogs,
  search: UsageSearch,
  signal: AbortSignal,
): Promise<CountedLines> {
  const days = await retentionDays(client, groups[0] ?? '');
  const logs = { calls: queryCalls(client), groups, retentionDays: days, pollMs };
  return countLines(logs, search, signal);
}

/** How long the lines of the functions' logs are kept: all groups of a deployment have the same setting. */
async function retentionDays(client: CloudWatchLogsClient, group: string) {
  const asked = new DescribeLogGroupsCommand({ logGroupNamePrefix: group, limit: 1 });
  const { logGroups = [] } = await client.send(asked);
  return logGroups[0]?.retentionInDays ?? null;
}

const queryCalls = (client: CloudWatchLogsClient): LogsQueryCalls => ({
  start: async (query) => (await client.send(new StartQueryCommand(query))).queryId ?? '',
  results: (queryId) => client.send(new GetQueryResultsCommand({ queryId })),
  stop: (queryId) => client.send(new StopQueryCommand({ queryId })),
});
