import type { Account } from '../../shared/manage/accounts.ts';
import { cents, estimateOf } from './estimate.ts';
import type { ScratchStack } from './scratch-stack.ts';
import type { Step } from './step.ts';
import { allSteps } from './steps.ts';

const width = Math.max(...allSteps.map(({ code }) => code.length));

/** What a run touches, costs and leaves, for somebody who is to dare it. */
export const helpText = `
It is made to be run where real mail is sent:
  touches  Accounts of its own, called selftest-<time>, with keys, templates and messages of their
           own. It reads, and changes nothing else: no other account, no setting, no resource.
  mails    SES's mailbox simulator, which counts in no bounce or complaint rate, and --to.
  costs    ${cents(estimateOf(allSteps))} at most without --lifecycle, counted from the steps; it asks before it begins.
  lasts    3 to 15 minutes on AWS, a minute on the local run.
  leaves   Nothing: its accounts are removed in every outcome, Ctrl-C included. Log lines stay
           as long as those of any request.
  takes    At most 60 requests at once. In an AWS account that may run only 10 functions at once,
           other requests can be refused meanwhile.

Steps:
${allSteps.map(({ code, asks }) => `  ${code.padEnd(width)}  ${asks}`).join('\n')}`;

export interface Planned {
  steps: readonly Step[];
  where: string;
  isLocal: boolean;
  to: string | undefined;
  /** The second stack of `--lifecycle`; null without. */
  scratch: ScratchStack | null;
  /** Accounts that earlier runs have left … */
  left: readonly Account[];
  /** … and those of them that this run removes. */
  old: readonly Account[];
}

/** What this run is going to do, before it is asked about. */
export function planText({ steps, where, isLocal, to, scratch, left, old }: Planned): string {
  const estimate = estimateOf(steps);
  const { requests, mails } = estimate;
  const recipients =
    to === undefined ? "SES's mailbox simulator" : `SES's mailbox simulator and ${to}`;
  const young = left.filter((account) => !old.includes(account));
  return [
    `selftest of ${where}: ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, at most ${requests} requests${mails > 0 ? `, ${mails} of them mails to ${recipients}` : ''}`,
    ...(isLocal ? [] : [`It costs at most ${cents(estimate)}, and leaves nothing.`]),
    ...(scratch === null
      ? []
      : [`It deploys ${scratch.name} too, and removes it: about 2 cents an hour and region.`]),
    ...old.map(({ name }) => `It also removes ${name}, which an earlier run has left.`),
    ...young.map(
      ({ name }) =>
        `${name} is less than an hour old: another run may be using it. If none is, --clean removes it.`,
    ),
    '',
  ].join('\n');
}
