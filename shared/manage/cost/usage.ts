import type { Priced } from './prices.ts';

/** How many units of each priced item are used. */
export type Usage = Partial<Record<Priced, number>>;

/**
 * A kind of call. `batched`: a mail of a batch of 100. `attachment`: what a file from a bucket adds to a mail that is sent at
 * once. `webhook`: an event that a webhook accepts at the first try.
 */
export type Work =
  | 'render'
  | 'send'
  | 'scheduled'
  | 'batched'
  | 'attachment'
  | 'webhook'
  | 'verification';

/**
 * Values that tests count or measure, each with its test in brackets. The tests measure bytes with `welcome`
 * and `receipt`, the demo's templates.
 */
export const measured = {
  /**
   * Read units of DynamoDB that one warm call of each function uses (test/cli/commands/usage/measured.test.ts). `schedule`:
   * execute, for a request with `_sendAt`. `batch`: for 100 mails of one template
   * (test/cli/commands/usage/measured-later.test.ts). `webhooks`: for an event whose endpoints were not read within 30 s, by
   * the function that records the report and by the one that sends the event (the same test).
   */
  reads: {
    authorizer: 1,
    render: 1,
    execute: 1.5,
    verify: 0,
    events: 0.5,
    schedule: 1.5,
    due: 4,
    batch: 51,
    webhooks: 3,
  },
  /** Write units. Those of execute include the write to the index when the message gets SES's id. */
  writes: {
    authorizer: 0,
    render: 0,
    execute: 3,
    verify: 0,
    events: 1,
    schedule: 2,
    due: 4,
    batch: 200,
    webhooks: 0,
  },
  /** More write units of execute for the copy of a mail, if its template keeps copies: one for each compressed KB. */
  copyWrites: { welcome: 2, receipt: 3 },
  /** The most bytes that a message's record has once the message is delivered (the same test). */
  recordBytes: 1024,
  /** The most bytes of a log line (test/api/cli/log-lines.test.ts); the authorizer logs no request that it allows. */
  logBytes: {
    authorizer: 0,
    render: 370,
    execute: 415,
    verify: 335,
    events: 290,
    schedule: 415,
    due: 330,
    batch: 300,
    webhooks: 300,
  },
  /** The most bytes of a function's answer with its headers (the same test). */
  answerBytes: { render: 5000, execute: 300, verify: 340, batch: 12_000 },
  /** The most bytes of an event with its headers (test/cli/commands/usage/measured-later.test.ts). */
  eventBytes: 1000,
  /** As in the synthesised stack (test/lib/options/cost.ts). */
  memoryMb: {
    authorizer: 512,
    render: 512,
    execute: 256,
    verify: 512,
    events: 256,
    due: 256,
    batch: 256,
    webhooks: 256,
  },
  /** Requests to S3 for a file of a mail that is sent at once (test/cli/commands/usage/measured-attachments.test.ts). */
  objectRequests: 2,
  retentionDays: 30,
} as const;

/** Assumptions: only a stack on AWS shows the real values. Read yours from the CloudWatch dashboard, and enter them. */
export const assumed = {
  /** How long a warm function runs. Execute waits mostly for SES, verify for a DNS server, webhooks for a receiver. */
  ms: {
    authorizer: 10,
    render: 20,
    execute: 115,
    verify: 50,
    events: 20,
    schedule: 40,
    due: 125,
    batch: 1500,
    webhooks: 200,
  },
  /** How much longer execute runs for a file: it asks S3 twice, and SES gets a larger request. */
  attachmentMs: 100,
  /** The size of a file. */
  attachmentBytes: 100_000,
  /** The share of requests that start a container. */
  coldShare: 0.01,
  /** How much longer such a request takes. AWS bills this time since 2025-08. */
  coldMs: 400,
  /** Reports that SES sends for each mail: one delivery, and for a few mails a delay, a bounce or a complaint. */
  eventsPerSend: 1.03,
  /** What SQS counts for one wake-up: it is sent, received and deleted. */
  queueRequestsPerWakeUp: 3,
  /** Requests for messages that Lambda makes in a month to an idle queue: five at a time, each for 20 s. */
  idleRequestsPerQueue: 648_000,
  /** Bytes of headers that the gateway adds to an answer. */
  gatewayHeaderBytes: 400,
  /** Bytes that CloudWatch Logs adds to each line. */
  logOverheadBytes: 26,
} as const;

type FunctionName = keyof typeof measured.reads;

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

/** The kinds of work that send a mail. */
export const mails = ['send', 'scheduled', 'batched'] as const;

/** The function that `schedule` is a request of. */
const memoryOf = (name: FunctionName) => measured.memoryMb[name === 'schedule' ? 'execute' : name];

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
    ((2 * assumed.attachmentMs + assumed.ms.execute) * measured.memoryMb.execute) / 1000 / 1024,
  objectRequests: measured.objectRequests,
  attachedBytes: (assumed.attachmentBytes * 4) / 3 / gigabyte,
} satisfies Usage;

function answerBytesOf(work: Work): number {
  const answer = answers[work];
  return answer === null ? 0 : measured.answerBytes[answer] + assumed.gatewayHeaderBytes;
}

function callOf(name: FunctionName): Usage {
  const { ms, coldShare, coldMs, logOverheadBytes } = assumed;
  const written = measured.logBytes[name];
  const logBytes = written === 0 ? 0 : (written + logOverheadBytes) / gigabyte;
  const seconds = (ms[name] + coldShare * coldMs) / 1000;
  return {
    functionCalls: 1,
    functionTime: (seconds * memoryOf(name)) / 1024,
    tableReads: measured.reads[name],
    tableWrites: measured.writes[name],
    logBytes,
    keptLogBytes: logBytes * (measured.retentionDays / monthDays),
  };
}

/** What a stack uses in a month without any call. */
export const standing = {
  /** One metric for each outcome of an endpoint, and one for the endpoint's cold starts. */
  metrics: 28,
  alarmMetrics: 39,
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
