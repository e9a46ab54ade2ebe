import type { Priced } from './prices.ts';

/** How much of everything that has a price. */
export type Usage = Partial<Record<Priced, number>>;

/** What is asked of the service, and what follows from it. */
export type Work = 'render' | 'send' | 'verification';

/**
 * What tests count and measure, each with the test that holds it: nobody has to believe it.
 * Bytes are those of `welcome` and `receipt`, the templates that come along.
 */
export const measured = {
  /** Units that one warm call takes (test/cli/operate/cost/measured.test.ts). */
  reads: { authorizer: 1, render: 1, execute: 1.5, verify: 0, events: 0.5 },
  /** The index's write, when the message gets SES's id, is among execute's. */
  writes: { authorizer: 0, render: 0, execute: 3, verify: 0, events: 1 },
  /** A message's record once it is delivered, at most (the same test). */
  recordBytes: 1024,
  /** A log line, at most (test/api/cli/log-lines.test.ts); the authorizer writes none of what it lets through. */
  logBytes: { authorizer: 0, render: 370, execute: 415, verify: 335, events: 290 },
  /** What a function answers, with its headers, at most (the same test). */
  answerBytes: { render: 5000, execute: 300, verify: 340 },
  /** In the stack as it is synthesised (test/lib/options/cost.ts). */
  memoryMb: { authorizer: 512, render: 512, execute: 256, verify: 512, events: 256 },
  retentionDays: 30,
} as const;

/** What only AWS can show: look at the CloudWatch dashboard, and put your own in. */
export const assumed = {
  /** In the function, warm. Execute waits for SES most of it, verify for a DNS server. */
  ms: { authorizer: 10, render: 20, execute: 115, verify: 50, events: 20 },
  /** Requests that start a container, of all. */
  coldShare: 0.01,
  /** What that takes longer: billed since 2025-08. */
  coldMs: 400,
  /** Reports of SES for each mail: one of its delivery, and of few a delay, a bounce, a complaint. */
  eventsPerSend: 1.03,
  /** Bytes of headers that the gateway adds to an answer. */
  gatewayHeaderBytes: 400,
  /** Bytes that CloudWatch Logs adds to each line. */
  logOverheadBytes: 26,
} as const;

type FunctionName = keyof typeof measured.reads;

/** The functions that one piece of work calls, and how often. */
const calls: Record<Work, Partial<Record<FunctionName, number>>> = {
  render: { authorizer: 1, render: 1 },
  send: { authorizer: 1, execute: 1, events: assumed.eventsPerSend },
  verification: { authorizer: 1, verify: 1 },
};

const answers = { render: 'render', send: 'execute', verification: 'verify' } as const;

const gigabyte = 1e9;
const monthDays = 30;

/** What one piece of work takes of everything, the keeping of what it leaves for its whole time too. */
export function usageOf(work: Work): Usage {
  const parts = Object.entries(calls[work]).map(([name, count]) =>
    scaled(callOf(name as FunctionName), count),
  );
  const { recordBytes, retentionDays } = measured;
  const kept = work === 'send' ? (recordBytes / gigabyte) * (retentionDays / monthDays) : 0;
  return total([
    ...parts,
    {
      apiRequests: 1,
      answerBytes: (measured.answerBytes[answers[work]] + assumed.gatewayHeaderBytes) / gigabyte,
      tableBytes: kept,
      backupBytes: kept,
      events: work === 'send' ? assumed.eventsPerSend : 0,
    },
  ]);
}

function callOf(name: FunctionName): Usage {
  const { ms, coldShare, coldMs, logOverheadBytes } = assumed;
  const written = measured.logBytes[name];
  const logBytes = written === 0 ? 0 : (written + logOverheadBytes) / gigabyte;
  const seconds = (ms[name] + coldShare * coldMs) / 1000;
  return {
    functionCalls: 1,
    functionTime: (seconds * measured.memoryMb[name]) / 1024,
    tableReads: measured.reads[name],
    tableWrites: measured.writes[name],
    logBytes,
    keptLogBytes: logBytes * (measured.retentionDays / monthDays),
  };
}

/** What a stack costs that nobody calls. */
export const standing = {
  /** One for each way in which an endpoint's requests end, and one for its cold starts. */
  metrics: 28,
  alarmMetrics: 23,
  dashboards: 1,
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
