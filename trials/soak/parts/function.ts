import { inParallel } from '../../../shared/manage/parallel.ts';
import { randomFrom } from '../../harness/random.ts';
import { sendUntilEnd } from '../caller.ts';
import { executeEvent, executionLine, reportLine } from '../functions/call.ts';
import { Send, sum } from '../judge.ts';
import type { SoakPart } from '../part.ts';
import { readKept } from '../records.ts';
import { judgeReports } from '../reports/judge-reports.ts';
import { startReporting } from '../reports/reporting.ts';
import { bySmtp } from '../smtp.ts';
import { startWorld } from '../soak-world.ts';

const accounts = ['acct_soak', 'acct_other'] as const;

/** Every second send belongs to the other account. */
const accountOf = (sendId: string) => (/[02468]$/.test(sendId) ? accounts[0] : accounts[1]);

/** One send in this many has no Idempotency-Key. */
const withoutKey = 10;

/** One environment of the events function for this many of execute. */
const perReporter = 2;

/**
 * Sends through `execute`, in threads that are killed, while the sockets to SES and to the tables break. SES sends reports
 * on the mails that it accepted to the events function.
 */
export const runFunctions: SoakPart = async (options, stops) => {
  const { seed, environments } = options;
  const sends = Array.from(
    { length: options.sends },
    (_, number) =>
      new Send(`send-${seed}-${number}`, number % withoutKey === 0 ? { key: null } : {}),
  );
  const world = await startWorld(
    { ...options, sends, accounts, onAccepted: (mail) => reporting.accept(mail) },
    stops,
  );
  const events = world.begin('events', Math.ceil(environments / perReporter));
  const reporting = startReporting({ seed, accounts, handOver: reportLine(events) });
  const way = await bySmtp(sends, accountOf, (send) => executeEvent(accountOf(send.id), send));
  const line = executionLine(world.begin('execute', environments), { seed, accountOf, ...way });
  const one = (send: Send) => sendUntilEnd(send, line, randomFrom(seed, send.id));
  await inParallel(sends, one, environments);
  await world.quiet();
  await reporting.quiet();
  await world.quiet();
  const sending = await world.result();
  const reports = judgeReports(
    reporting.made,
    await readKept(world.ports.messages, world.accepted),
  );
  return {
    ...sending,
    violations: sum(sending.violations, reports.violations),
    cases: [...sending.cases, ...reports.cases],
    met: [...sending.met, `${reports.reports} reports, ${reports.deadLetters} never accepted`],
  };
};
