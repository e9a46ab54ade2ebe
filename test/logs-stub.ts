import * as z from 'zod';
import { serve } from './serve.ts';

/** A log event of a group. */
export interface StoredEvent {
  timestamp: number;
  message: string;
}

export interface LogsStub {
  endpoint: string;
  /** The events of each group, oldest first. */
  groups: Map<string, StoredEvent[]>;
  /** The rows that every query of Logs Insights finds, and how many calls it answers as still running. */
  query: { rows: { field: string; value: string }[][]; busyFor: number; status: string };
  /** How long every group keeps its events, in days. */
  retentionInDays: number;
  /** The calls, in order. */
  calls: { operation: string; input: Record<string, unknown> }[];
}

const pageSize = 2;

const filterInput = z.object({
  logGroupName: z.string(),
  startTime: z.number(),
  filterPattern: z.string().optional(),
  nextToken: z.string().optional(),
});

/** The operations of CloudWatch Logs that read, over HTTP. */
export async function startLogsStub(): Promise<LogsStub> {
  const { url: endpoint } = await serve(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
    const input = z.record(z.string(), z.unknown()).parse(JSON.parse(body));
    stub.calls.push({ operation, input });
    const answer = operate(stub, operation, input);
    outgoing.writeHead(answer ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
    outgoing.end(
      JSON.stringify(answer ?? { __type: 'ResourceNotFoundException', message: 'gone' }),
    );
  });
  const stub: LogsStub = {
    endpoint,
    groups: new Map(),
    query: { rows: [], busyFor: 0, status: 'Complete' },
    retentionInDays: 30,
    calls: [],
  };
  return stub;
}

function operate(stub: LogsStub, operation: string, input: unknown): object | null {
  if (operation === 'FilterLogEvents') return filter(stub, filterInput.parse(input));
  if (operation === 'StartQuery') return { queryId: 'q-1' };
  if (operation === 'StopQuery') return { success: true };
  if (operation === 'DescribeLogGroups') {
    return { logGroups: [{ retentionInDays: stub.retentionInDays }] };
  }
  if (operation !== 'GetQueryResults') throw new Error(`The stub does not know ${operation}`);
  if (stub.query.busyFor-- > 0) return { status: 'Running', results: [] };
  const statistics = { bytesScanned: 770_000_000 };
  return { status: stub.query.status, results: stub.query.rows, statistics };
}

function filter(stub: LogsStub, input: z.output<typeof filterInput>): object | null {
  const { logGroupName, startTime, filterPattern = '', nextToken } = input;
  const found = stub.groups
    .get(logGroupName)
    ?.filter(({ timestamp }) => timestamp >= startTime)
    .filter(({ message }) => fits(message, filterPattern));
  if (!found) return null;
  const from = Number(nextToken ?? 0);
  const to = from + pageSize;
  const events = found.slice(from, to).map((event, index) => ({
    ...event,
    message: `${event.message}\n`,
    eventId: `${logGroupName}-${event.timestamp}-${from + index}`,
  }));
  return { events, ...(to < found.length && { nextToken: String(to) }) };
}

/** A pattern of terms such as `$.status = 500`, joined by `&&`. An empty pattern fits any text. */
function fits(message: string, pattern: string): boolean {
  const terms = [...pattern.matchAll(/\$\.(\w+) = ("[^"]*"|\d+)/g)];
  if (terms.length === 0) return true;
  if (!message.startsWith('{')) return false;
  const line = JSON.parse(message);
  return terms.every(([, name = '', value = '']) => line[name] === JSON.parse(value));
}
