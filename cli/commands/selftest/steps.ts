import { program } from '../../../shared/command.ts';
import type { Account } from '../../../shared/manage/accounts.ts';
import { itemsOf } from '../../../shared/manage/cost/bill.ts';
import { sesPrices } from '../../../shared/manage/cost/prices.ts';
import { scaled, total, usageOf } from '../../../shared/manage/cost/usage.ts';
import { broken, ok, run, say, unknown } from '../../../shared/manage/doctor/check.ts';
import type { ScratchStack } from './context/scratch-stack.ts';
import { type Amount, listed, type Step } from './context/step.ts';
import { dashboard } from './steps/dashboard.ts';
import { files } from './steps/files.ts';
import { keyRefusals, newKey, testKeys } from './steps/keys.ts';
import { batch, later } from './steps/later.ts';
import { lifecycle } from './steps/lifecycle.ts';
import { largeRender, rate, tooLarge } from './steps/limits.ts';
import { burst, headers, idempotency, reports, senders } from './steps/mails.ts';
import { monitoring, usage } from './steps/monitoring.ts';
import { requestIds, routeThrottle, unknownRoutes } from './steps/routes.ts';
import { verify } from './steps/verify.ts';
import { webhook } from './steps/webhook.ts';

export const setUp: Step = {
  code: 'set-up',
  asks: "Whether all of doctor's checks are good, Lambda's concurrency included",
  costs: {},
  async run({ options }) {
    const checks = await options.examine();
    const having = (wanted: string) => checks.filter(({ status }) => status === wanted);
    const sentences = (wanted: string) =>
      having(wanted).map(({ code, found }) => `${code}: ${found}`);
    const doctor = [say('Show every check and its fix'), run(`${program} doctor`)];
    const [bad, unclear] = [sentences('broken'), sentences('unknown')];
    if (bad.length > 0) return broken(listed(bad), ...doctor);
    if (unclear.length > 0) return unknown(listed(unclear), ...doctor);
    const skipped = having('skipped').length;
    return ok(`${having('ok').length} checks are good, ${skipped} do not apply here`);
  },
};

/** Every step, in the order of a run. */
export const allSteps: readonly Step[] = [
  setUp,
  newKey,
  keyRefusals,
  unknownRoutes,
  tooLarge,
  rate,
  routeThrottle,
  requestIds,
  largeRender,
  verify,
  reports,
  senders,
  headers,
  idempotency,
  testKeys,
  files,
  batch,
  later,
  webhook,
  burst,
  usage,
  monitoring,
  dashboard,
  lifecycle,
];

interface Estimate {
  requests: number;
  mails: number;
  /** At the prices of us-east-1, without the free tiers. */
  dollars: number;
}

/** The most that steps cost: their amounts at the prices of docs/cost.md. */
export function estimateOf(steps: readonly Step[]): Estimate {
  const sum = (name: keyof Amount) => steps.reduce((all, { costs }) => all + (costs[name] ?? 0), 0);
  const [requests, verifications, mails] = [sum('requests'), sum('verifications'), sum('mails')];
  const usage = total([
    // Counts each request as a render: a refused request costs less.
    scaled(usageOf('render'), requests),
    scaled(usageOf('verification'), verifications),
    scaled(usageOf('send'), mails),
  ]);
  const aws = itemsOf(usage).reduce((all, { dollars }) => all + dollars, 0);
  const ses = (mails / sesPrices.Essentials.per) * sesPrices.Essentials.dollars;
  return { requests: requests + verifications + mails, mails, dollars: aws + ses };
}

/** In cents, rounded up to a tenth. */
const cents = ({ dollars }: Estimate) => `${(Math.ceil(dollars * 1000) / 10).toFixed(1)} cents`;

const width = Math.max(...allSteps.map(({ code }) => code.length));

/** What a run touches, costs and leaves, for the person who must decide to run it. */
export const helpText = `
It is safe to run where real mail is sent:
  touches  Only accounts that it creates, called selftest-<time>, with their keys, templates and
           messages; with --bucket an object. It changes no other account, no setting and no resource.
  mails    SES's mailbox simulator, which does not count in the bounce and complaint rates, and --to.
  costs    At most ${cents(estimateOf(allSteps))} without --lifecycle, added up from the steps. It asks before it begins.
  lasts    8 to 25 minutes on AWS, one minute on the local run; --slow adds half an hour.
  leaves   Only log lines: it always removes its accounts, also after Ctrl-C. Its log lines stay as
           long as those of any request.
  needs    At most 60 requests at once. In an AWS account that may run only 10 functions at once,
           other requests can be refused meanwhile.

Steps:
${allSteps.map(({ code, asks }) => `  ${code.padEnd(width)}  ${asks}`).join('\n')}`;

interface PlannedRun {
  steps: readonly Step[];
  where: string;
  isLocal: boolean;
  to: string | undefined;
  /** The second stack of `--lifecycle`; else null. */
  scratch: ScratchStack | null;
  /** The accounts that earlier runs left. */
  left: readonly Account[];
  /** The accounts among `left` that this run removes. */
  old: readonly Account[];
}

/** What this run will do. Selftest prints it before it begins. */
export function planText({ steps, where, isLocal, to, scratch, left, old }: PlannedRun): string {
  const estimate = estimateOf(steps);
  const { requests, mails } = estimate;
  const recipients =
    to === undefined ? "SES's mailbox simulator" : `SES's mailbox simulator and ${to}`;
  const young = left.filter((account) => !old.includes(account));
  return [
    `selftest of ${where}: ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, at most ${requests} requests${mails > 0 ? `, ${mails} of them mails to ${recipients}` : ''}`,
    ...(isLocal ? [] : [`It costs at most ${cents(estimate)}, and leaves only log lines.`]),
    ...(scratch === null
      ? []
      : [`It also deploys ${scratch.name} and removes it: about 2 cents an hour in each region.`]),
    ...old.map(({ name }) => `It also removes ${name}, which an earlier run left.`),
    ...young.map(
      ({ name }) =>
        `${name} is less than an hour old, so another run may be using it. If not, remove it with --clean.`,
    ),
    '',
  ].join('\n');
}
