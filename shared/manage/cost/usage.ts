import type { Priced } from './prices.ts';

export type Usage = Partial<Record<Priced, number>>;

/** `batched`: a mail of a batch of 100. `attachment`: what a file adds. `webhook`: one accepted at the first try. */
export type Work =
  | 'render'
  | 'send'
  | 'scheduled'
  | 'batched'
  | 'attachment'
  | 'webhook'
  | 'verification';

/** What one warm call of a function uses. Tests count or measure all but `ms`. */
interface FunctionCall {
  /** Read units of DynamoDB (test/cli/commands/usage/measured.test.ts and measured-later.test.ts). */
  reads: number;
  /** Write units; those of execute with the write to the index of SES's ids. */
  writes: number;
  /** The most bytes of a log line (test/api/cli/log-lines.test.ts); the authorizer logs no request that it allows. */
  logBytes: number;
  /** As in the synthesised stack (test/lib/options/cost.ts). */
  memoryMb: number;
  /** An assumption. Execute waits mostly for SES, verify for a DNS server, webhooks for a receiver. */
  ms: number;
}

/**
 * `schedule`: execute with `_sendAt`. `batch`: for 100 mails of one template. `webhooks`: for an event whose endpoints
 * were not read within 30 s, in both functions that handle it.
 */
export const functionCalls = {
  authorizer: { reads: 1, writes: 0, logBytes: 0, memoryMb: 512, ms: 10 },
  render: { reads: 1, writes: 0, logBytes: 370, memoryMb: 512, ms: 20 },
  execute: { reads: 1.5, writes: 3, logBytes: 415, memoryMb: 256, ms: 115 },
  verify: { reads: 0, writes: 0, logBytes: 335, memoryMb: 512, ms: 50 },
  events: { reads: 0.5, writes: 1, logBytes: 290, memoryMb: 256, ms: 20 },
  schedule: { reads: 1.5, writes: 2, logBytes: 415, memoryMb: 256, ms: 40 },
  due: { reads: 4, writes: 4, logBytes: 330, memoryMb: 256, ms: 125 },
  batch: { reads: 51, writes: 200, logBytes: 300, memoryMb: 256, ms: 1500 },
  webhooks: { reads: 3, writes: 1, logBytes: 300, memoryMb: 256, ms: 200 },
} satisfies Record<string, FunctionCall>;

/** Values that the tests in brackets count or measure, in bytes with the demo's `welcome` and `receipt`. */
export const measured = {
  /** More write units of execute for the copy of a mail, if its template keeps copies: one for each compressed KB. */
  copyWrites: { welcome: 2, receipt: 3 },
  /** The most bytes that a message's record has once the message is delivered (test/cli/commands/usage/measured.test.ts). */
  recordBytes: 1024,
  /** The most bytes of a function's answer with its headers (test/api/cli/log-lines.test.ts). */
  answerBytes: { render: 5000, execute: 300, verify: 340, batch: 12_000 },
  /** The most bytes of an event with its headers (test/cli/commands/usage/measured-later.test.ts). */
  eventBytes: 1000,
  /** Requests to S3 for a file of a mail that is sent at once (test/cli/commands/usage/measured-attachments.test.ts). */
  objectRequests: 2,
  retentionDays: 30,
} as const;

/** Assumptions; the CloudWatch dashboard of a stack shows the real values. */
export const assumed = {
  /** How much longer execute runs for a file: it asks S3 twice, and SES gets a larger request. */
  attachmentMs: 100,
  attachmentBytes: 100_000,
  /** The share of requests that start a container. */
  coldShare: 0.01,
  /** How much longer such a request takes; AWS bills it since 2025-08. */
  coldMs: 400,
  /** Reports for each mail: a delivery, and for a few a delay, a bounce or a complaint. */
  eventsPerSend: 1.03,
  /** What SQS counts for one wake-up: it is sent, received and deleted. */
  queueRequestsPerWakeUp: 3,
  /** Lambda's requests to an idle queue in a month: five at a time, each for 20 s. */
  idleRequestsPerQueue: 648_000,
  /** Bytes of headers that the gateway adds to an answer. */
  gatewayHeaderBytes: 400,
  /** Bytes that CloudWatch Logs adds to each line. */
  logOverheadBytes: 26,
} as const;

type FunctionName = keyof typeof functionCalls;

/** The functions that one call of a kind invokes, and how often. */
const calls: Record<Work, Partial<Record<FunctionName, number>>> = {
  render: { authorizer: 1, render: 1 },
  send: { authorizer: 1, execute: 1, events: assumed.eventsPerSend },
  scheduled: { authorizer: 1, schedule: 1, due: 1, events: assumed.eventsPerSend },
  batched: { authorizer: 1 / 100, batch: 1 / 100, due: 1, events: assumed.eventsPerSend },
  attachment: {},
  webhook: { webhooks: 1 },
  verification: { authorizer: 1, verify: 1 },
};

/** The function that answers the caller of a kind; null without a caller. */
const answers = {
  render: 'render',
  send: 'execute',
  scheduled: 'execute',
  batched: 'batch',
  attachment: null,
  webhook: null,
  verification: 'verify',
} as const;

export const mails = ['send', 'scheduled', 'batched'] as const;

const gigabyte = 1e9;
const monthDays = 30;

/** What one call uses, including the storage of its records and logs until they expire. */
export function usageOf(work: Work): Usage {
  if (work === 'attachment') return attachmentUsage;
  const parts = Object.entries(calls[work]).map(([name, count]) =>
    scaled(callOf(name as FunctionName), count),
  );
  const { recordBytes, retentionDays } = measured;
  const { authorizer: requests = 0, due = 0, webhooks = 0 } = calls[work];
  const isMail = mails.some((mail) => mail === work);
  const kept = isMail ? (recordBytes / gigabyte) * (retentionDays / monthDays) : 0;
  return total([
    ...parts,
    {
      apiRequests: requests,
      answerBytes: (requests * answerBytesOf(work) + webhooks * measured.eventBytes) / gigabyte,
      tableBytes: kept,
      backupBytes: kept,
      events: isMail ? assumed.eventsPerSend : 0,
      queueRequests: (due + webhooks) * assumed.queueRequestsPerWakeUp,
      fairRequests: webhooks * assumed.queueRequestsPerWakeUp,
      schedules: work === 'scheduled' ? 1 : 0,
    },
  ]);
}

/** A file in base64, as SES gets it, is a third larger. The whole send has twice the memory. */
const attachmentUsage = {
  functionTime:
    ((2 * assumed.attachmentMs + functionCalls.execute.ms) * functionCalls.execute.memoryMb) /
    1000 /
    1024,
  objectRequests: measured.objectRequests,
  attachedBytes: (assumed.attachmentBytes * 4) / 3 / gigabyte,
} satisfies Usage;

function answerBytesOf(work: Work): number {
  const answer = answers[work];
  return answer === null ? 0 : measured.answerBytes[answer] + assumed.gatewayHeaderBytes;
}

function callOf(name: FunctionName): Usage {
  const { reads, writes, logBytes: written, memoryMb, ms } = functionCalls[name];
  const { coldShare, coldMs, logOverheadBytes } = assumed;
  const logBytes = written === 0 ? 0 : (written + logOverheadBytes) / gigabyte;
  const seconds = (ms + coldShare * coldMs) / 1000;
  return {
    functionCalls: 1,
    functionTime: (seconds * memoryMb) / 1024,
    tableReads: reads,
    tableWrites: writes,
    logBytes,
    keptLogBytes: logBytes * (measured.retentionDays / monthDays),
  };
}

/** What a stack uses in a month without any call. */
export const standing = {
  /** One metric for each outcome of an endpoint, and one for the endpoint's cold starts. */
  metrics: 28,
  alarmMetrics: 40,
  dashboards: 1,
  /** For the queues of scheduled messages and of webhooks. */
  queueRequests: 2 * assumed.idleRequestsPerQueue,
} as const satisfies Usage;

export function scaled(usage: Usage, factor: number): Usage {
  return Object.fromEntries(Object.entries(usage).map(([name, amount]) => [name, amount * factor]));
}

export function total(usages: readonly Usage[]): Usage {
  const sum: Usage = {};
  for (const usage of usages) {
    for (const [name, amount] of Object.entries(usage) as [Priced, number][]) {
      sum[name] = (sum[name] ?? 0) + amount;
    }
  }
  return sum;
}
