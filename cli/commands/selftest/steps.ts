import type { Account } from '../../../shared/manage/accounts.ts';
import type { ScratchStack } from './context/scratch-stack.ts';
import type { SelftestStep } from './context/step.ts';
import { dashboard } from './steps/dashboard.ts';
import { doors } from './steps/doors.ts';
import { files } from './steps/files.ts';
import { keyRefusals, newKey, testKeys } from './steps/keys.ts';
import { batch, burst, later } from './steps/later.ts';
import { lifecycle } from './steps/lifecycle.ts';
import { largeRender, rate, tooLarge } from './steps/limits.ts';
import { idempotency, reports, senders } from './steps/mails.ts';
import { monitoring, usage } from './steps/monitoring.ts';
import { reply } from './steps/reply.ts';
import { requestIds, unknownRoutes } from './steps/routes.ts';
import { tenant } from './steps/tenant.ts';
import { trail } from './steps/trail.ts';
import { verify } from './steps/verify.ts';
import { webhook } from './steps/webhook.ts';

export const allSteps: readonly SelftestStep[] = [
  newKey,
  keyRefusals,
  unknownRoutes,
  tooLarge,
  rate,
  doors,
  requestIds,
  largeRender,
  verify,
  reports,
  senders,
  idempotency,
  testKeys,
  files,
  batch,
  later,
  reply,
  webhook,
  burst,
  usage,
  monitoring,
  dashboard,
  tenant,
  trail,
  lifecycle,
];

const width = Math.max(...allSteps.map(({ code }) => code.length));

/** What a run touches, costs and leaves, for the person who must decide to run it. */
export const helpText = `
It is safe to run where real mail is sent:
  touches  Only accounts that it creates, called selftest-<time>, with their keys, templates and
           messages; with --bucket an object. It changes no other account, no setting and no resource.
  mails    SES's mailbox simulator, which does not count in the bounce and complaint rates, and --to.
  costs    About two cents without --lifecycle. It asks before it begins.
  lasts    8 to 25 minutes on AWS, one minute on the local run; --slow adds 15 minutes.
  leaves   Only log lines and the trail of its accounts, which it always removes, also after Ctrl-C.
           They stay as long as those of any request and of any change.
  needs    At most 50 requests at once. In an AWS account that may run only 10 functions at once,
           other requests can be refused meanwhile.

Steps:
${allSteps.map(({ code, asks }) => `  ${code.padEnd(width)}  ${asks}`).join('\n')}`;

interface PlannedRun {
  steps: readonly SelftestStep[];
  where: string;
  isLocal: boolean;
  to: string | undefined;
  scratch: ScratchStack | null;
  /** The accounts of other runs. */
  left: readonly Account[];
}

/** What this run will do. Selftest prints it before it begins. */
export function planText({ steps, where, isLocal, to, scratch, left }: PlannedRun): string {
  const recipients =
    to === undefined ? "SES's mailbox simulator" : `SES's mailbox simulator and ${to}`;
  return [
    `selftest of ${where}: ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, with mails to ${recipients}`,
    ...(isLocal
      ? []
      : [
          'It costs at most about two cents, and leaves only log lines and the trail of its accounts.',
        ]),
    ...(scratch === null
      ? []
      : [`It also deploys ${scratch.name} and removes it: about 2 cents an hour in each region.`]),
    ...left.map(
      ({ name }) => `${name} is of another run. If that has ended, remove it with --clean.`,
    ),
    '',
  ].join('\n');
}
