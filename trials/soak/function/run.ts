import type { Stops } from '../../../local/stops.ts';
import { saveTemplates } from '../../harness/accounts.ts';
import { filesOf } from '../../harness/files.ts';
import { Lanes, lanes } from '../../harness/lanes.ts';
import { randomFrom } from '../../harness/random.ts';
import { sendTemplate } from '../../harness/send.ts';
import { startOwnTables, tablesBy, tablesClient } from '../../harness/tables.ts';
import { sendUntilEnd } from '../caller.ts';
import { type AcceptedMail, acceptInto } from '../faults/ses.ts';
import { type Judgement, judge, type Send, type Violations } from '../judge.ts';
import { readKept, readRecords } from '../records.ts';
import {
  judgeReports,
  type ReportJudgement,
  type ReportViolations,
} from '../reports/judge-reports.ts';
import { startReporting } from '../reports/reporting.ts';
import type { Break } from './breaks.ts';
import { Environment } from './environment.ts';
import { executionLine, reportLine } from './lines.ts';
import { Meetings } from './meetings.ts';
import type { Executed, Execution, Report, Taken, WorkerSettings } from './messages.ts';
import { startPeers } from './peers.ts';

export interface FunctionRunOptions {
  seed: number;
  sends: number;
  /** The part that is broken on purpose; null: none. */
  broken: Break | null;
  /** Environments of execute. At any time most of them wait for a peer that does not answer. */
  environments: number;
  /** Called at the end of each send, with the number of sends that have ended. */
  onEnded?: (ended: number) => void;
}

export interface FunctionRun extends Judgement {
  violations: Violations & ReportViolations;
  reports: Pick<ReportJudgement, 'reports' | 'deadLetters'>;
  damage: Meetings['damage'];
}

const accounts = ['acct_soak', 'acct_other'] as const;

/** One send in this many has no Idempotency-Key. */
const withoutKey = 10;

/** One environment of the events function for this many of execute. */
const perReporter = 2;

/**
 * Sends through `execute` with its own adapters, in threads that are killed, while the sockets to SES and to the
 * tables break. SES sends reports on the mails that it accepted to the events function.
 */
export async function runFunctions(
  { seed, sends: count, broken, environments, onEnded }: FunctionRunOptions,
  stops: Stops,
): Promise<FunctionRun> {
  const endpoint = await startOwnTables(stops);
  const ports = { ...tablesBy(tablesClient(endpoint, stops)), now: () => new Date() };
  for (const accountId of accounts) await saveTemplates(ports, accountId, [sendTemplate]);
  const threads = new Map<string, { stop: () => Promise<void> }>();
  const meetings = new Meetings(seed, (caller) => {
    void threads.get(caller.split('.')[0] ?? '')?.stop();
  });
  const accepted: AcceptedMail[] = [];
  const peers = await startPeers(endpoint, meetings, stops, (call) => accept(call));
  const begin = <Invocation, Answer>(name: WorkerSettings['name'], instances: number) => {
    const all = Array.from({ length: instances }, (_, number) => {
      const options = { name: `${name}-${number}`, settings: { name, broken }, ...peers };
      const environment = new Environment<Invocation, Answer>(options);
      threads.set(options.name, environment);
      return stops.add(environment, (each) => each.stop());
    });
    return new Lanes(all);
  };
  const events = begin<Report, Taken>('events', Math.ceil(environments / perReporter));
  const reporting = startReporting({ seed, accounts, handOver: reportLine(events, meetings) });
  const accept = acceptInto(accepted, reporting.accept, filesOf);
  const execute = begin<Execution, Executed>('execute', environments);
  const line = executionLine(execute, { seed, meetings, accountOf });
  const sends = Array.from({ length: count }, (_, number) => newSend(seed, number));
  // Separate from the environments, because the requests that one send makes at once need several environments.
  const callers = lanes(environments);
  let ended = 0;
  const one = async (send: Send) => {
    await sendUntilEnd(send, line, randomFrom(seed, send.id));
    ended += 1;
    onEnded?.(ended);
  };
  await Promise.all(sends.map((send) => callers.use(() => one(send))));
  await peers.quiet();
  await reporting.quiet();
  await peers.quiet();
  const records = await Promise.all(accounts.map((each) => readRecords(ports.messages, each)));
  const sending = judge(sends, accepted, records.flat());
  const reports = judgeReports(reporting.made, await readKept(ports, accepted));
  return {
    ...sending,
    violations: { ...sending.violations, ...reports.violations },
    cases: [...sending.cases, ...reports.cases],
    reports,
    damage: meetings.damage,
  };
}

function newSend(seed: number, number: number): Send {
  const id = `send-${seed}-${number}`;
  return { id, key: number % withoutKey === 0 ? null : `key-${id}`, replies: [], endLost: false };
}

/** Every second send belongs to the other account. */
const accountOf = ({ id }: Send) => (/[02468]$/.test(id) ? accounts[0] : accounts[1]);
