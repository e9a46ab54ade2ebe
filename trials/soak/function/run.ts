import type { Stops } from '../../../local/stops.ts';
import { sendUntilEnd } from '../caller.ts';
import { sesOdds, tableOdds } from '../faults/fate.ts';
import { withLag } from '../faults/lag.ts';
import { startFaultServer } from '../faults/server.ts';
import { type AcceptedMail, acceptInto } from '../faults/ses.ts';
import { forwardTo, operationOf } from '../faults/tables.ts';
import { type Judgement, judge, type Send, type Violations } from '../judge.ts';
import { Lanes } from '../lanes.ts';
import { randomFrom } from '../random.ts';
import { readKept, readRecords } from '../records.ts';
import {
  judgeReports,
  type ReportJudgement,
  type ReportViolations,
} from '../reports/judge-reports.ts';
import { Reporting } from '../reports/reporting.ts';
import { within } from '../stopping.ts';
import { saveTemplate } from '../template.ts';
import type { Break } from './breaks.ts';
import { Environments } from './environments.ts';
import { executionLine, reportLine } from './lines.ts';
import { Meetings } from './meetings.ts';
import type { Executed, Execution, Report, Taken } from './messages.ts';
import { lagMs } from './scale.ts';
import { startOwnTables } from './tables.ts';

export interface FunctionRunOptions {
  seed: number;
  sends: number;
  /** What is broken on purpose; null: nothing. */
  broken: Break | null;
  /** Environments of execute at a time; most of them wait for a peer that does not answer. */
  environments: number;
  /** Told, now and then, how many sends have ended. */
  progress?: (ended: number) => void;
}

export interface FunctionRun extends Judgement {
  violations: Violations & ReportViolations;
  reports: Pick<ReportJudgement, 'reports' | 'deadLetters'>;
  done: Meetings['done'];
}

const accounts = ['acct_soak', 'acct_other'] as const;

/** One send in so many comes without an Idempotency-Key. */
const withoutKey = 10;

/** Between two tries of a report; the last one meets no late index. */
const retryMs = 250;

/** So many environments of execute have one of the function of reports beside them. */
const perReporter = 2;

/**
 * Sends through `execute` with its own adapters, in threads that are killed, while the sockets to
 * SES and to the tables break. SES reports on what it accepted, to the function of reports beside it.
 */
export function runFunctions(options: FunctionRunOptions, outer: Stops): Promise<FunctionRun> {
  return within(outer, (stops) => run(options, stops));
}

async function run(
  { seed, sends: count, broken, environments, progress }: FunctionRunOptions,
  stops: Stops,
): Promise<FunctionRun> {
  const tables = await startOwnTables(stops);
  for (const accountId of accounts) await saveTemplate(tables.ports, accountId);
  const functions = new Environments(stops);
  const meetings = new Meetings(seed, functions.kill);
  const accepted: AcceptedMail[] = [];
  const tell: { accept: (mail: AcceptedMail) => void } = { accept: () => undefined };
  const servers = await startServers(tables, { meetings, accepted, tell, stops });
  const { quiet, ...peers } = servers;
  const lanesOf = { ...peers, broken };
  const events = functions.start<Report, Taken>('events', {
    ...lanesOf,
    count: Math.ceil(environments / perReporter),
  });
  const handOver = reportLine(events, meetings);
  const reporting = new Reporting({ seed, accounts, handOver, pauseMs: retryMs });
  tell.accept = reporting.accept;
  const execute = functions.start<Execution, Executed>('execute', {
    ...lanesOf,
    count: environments,
  });
  const line = executionLine(execute, { seed, meetings, accountOf });
  const sends = Array.from({ length: count }, (_, number) => newSend(seed, number));
  // Requests at once take several environments: one may have to wait for its own.
  const lanes = new Lanes(Array.from({ length: environments }, (_, lane) => lane));
  let ended = 0;
  const one = async (send: Send) => {
    await sendUntilEnd(send, line, randomFrom(seed, send.id));
    ended += 1;
    progress?.(ended);
  };
  await Promise.all(sends.map((send) => lanes.use(() => one(send))));
  await quiet();
  await reporting.quiet();
  await quiet();
  const records = await Promise.all(accounts.map((each) => readRecords(tables.ports, each)));
  const sending = judge(sends, accepted, records.flat());
  const reports = judgeReports(reporting.made, await readKept(tables.ports, accepted));
  return {
    ...sending,
    violations: { ...sending.violations, ...reports.violations },
    cases: [...sending.cases, ...reports.cases],
    reports,
    done: meetings.done,
  };
}

interface ServersOptions {
  meetings: Meetings;
  accepted: AcceptedMail[];
  tell: { accept: (mail: AcceptedMail) => void };
  stops: Stops;
}

async function startServers(
  { endpoint, keyNames }: Awaited<ReturnType<typeof startOwnTables>>,
  { meetings, accepted, tell, stops }: ServersOptions,
) {
  const store = stops.add(forwardTo(endpoint), ({ close }) => close());
  const tables = await startFaultServer({
    meet: (call) => meetings.meet(call, 'tables', operationOf(call), tableOdds),
    apply: withLag({ apply: store.apply, keyNames, rememberMs: lagMs }),
  });
  stops.add(tables, ({ stop }) => stop());
  const ses = await startFaultServer({
    meet: (call) => meetings.meet(call, 'SES', 'SendEmail', sesOdds),
    apply: acceptInto(accepted, (mail) => tell.accept(mail)),
  });
  stops.add(ses, ({ stop }) => stop());
  const quiet = () => Promise.all([ses.quiet(), tables.quiet()]);
  return { ses, tables, quiet };
}

function newSend(seed: number, number: number): Send {
  const id = `send-${seed}-${number}`;
  return { id, key: number % withoutKey === 0 ? null : `key-${id}`, told: [], endHit: false };
}

/** Every second send is the other account's. */
const accountOf = ({ id }: Send) => (/[02468]$/.test(id) ? accounts[0] : accounts[1]);
