import type { Command } from 'commander';
import { addressProblem } from '../../shared/manage/address.ts';
import type { Verdict } from '../../shared/manage/doctor/check.ts';
import { connect, withUsers } from '../connection/connect.ts';
import type { Deployment } from '../connection/deployment.ts';
import { environmentTarget } from '../connection/environment.ts';
import {
  atDesk,
  checkUsage,
  type Desk,
  deploymentOf,
  type GlobalOptions,
  print,
} from '../connection/session.ts';
import { agreed, type Talk, talkAt } from '../deploy/talk.ts';
import { checkText, summary, verdictJson } from '../doctor/report-text.ts';
import type { DeleteAccountPorts } from '../operate/delete-account.ts';
import { accountsLeft } from '../selftest/accounts.ts';
import { cleanUp } from '../selftest/clean-up.ts';
import { estimateOf } from '../selftest/estimate.ts';
import { interruption } from '../selftest/interruption.ts';
import { onAws, onLocalRun } from '../selftest/patience.ts';
import { helpText, planText } from '../selftest/plan-text.ts';
import { noRecorder, openRecording } from '../selftest/recording.ts';
import { type ScratchStack, scratchStack } from '../selftest/scratch-stack.ts';
import { selftest } from '../selftest/selftest.ts';
import type { Step } from '../selftest/step.ts';
import { allSteps } from '../selftest/steps.ts';
import { example } from '../terminal/options.ts';
import type { Result } from '../terminal/result.ts';
import { examine } from './doctor-commands.ts';

interface Given extends GlobalOptions {
  to?: string;
  only?: string[];
  record?: string;
  slow: boolean;
  lifecycle: boolean;
  secondRegion?: string;
  clean: boolean;
  yes: boolean;
}

/** `selftest`: what only a deployment itself can tell. */
export function addSelftestCommand(program: Command): void {
  program
    .command('selftest')
    .description('try a deployment for real, in an account of its own that it removes again')
    .option('--to <address>', 'mail this address, too, instead of the mailbox simulator alone')
    .option('--only <step...>', 'make these steps alone')
    .option('--record <folder>', 'keep the answers there, to be compared with those of another run')
    .option('--slow', 'wait for what takes a quarter of an hour', false)
    .option('--lifecycle', 'deploy, change and destroy a second stack beside this one', false)
    .option('--second-region <region>', 'with --lifecycle: deploy it in this region, too')
    .option('--clean', 'remove what earlier runs have left, and make no step', false)
    .option('--yes', 'do not ask', false)
    .addHelpText('after', helpText)
    .addHelpText(...example('selftest --stack postrider --to you@example.com'))
    .action((_: object, command: Command) => {
      const options: Given = command.optsWithGlobals();
      checkUsage(options, command);
      const steps = stepsOf(options, command);
      return atDesk(command, (desk) => begin(options, steps, command, desk));
    });
}

async function begin(options: Given, steps: readonly Step[], command: Command, desk: Desk) {
  const talk = talkAt(desk);
  desk.progress('Looking at the deployment');
  const deployment = await deploymentOf(options);
  const isLocal = deployment.endpoints.dynamodb !== undefined;
  const ports = portsOf(deployment);
  const patience = isLocal ? onLocalRun : onAws;
  const left = await accountsLeft(ports);
  if (options.clean) {
    desk.progress('Removing what earlier runs have left');
    const removed = await cleanUp(ports, left, patience);
    return { ...resultOf([removed], []), text: checkText(removed, removed.code.length) };
  }
  const stack = isLocal ? null : stackOf(options);
  const where = stack ?? 'the local run';
  const old = left.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) > inUseMs);
  const scratch = scratchOf(options, stack, deployment, desk.progress);
  talk.line(planText({ steps, where, isLocal, to: options.to, scratch, left, old }));
  if (!isLocal && !(await isAgreed(options, talk, command))) return nothing;
  const name = isLocal ? 'local run' : `${where} in ${deployment.region ?? 'its region'}`;
  const recorder =
    options.record === undefined
      ? noRecorder
      : await openRecording(options.record, name, new Date());
  const results = await selftest({
    ...{ deployment, stack, ports, patience, steps, recorder, left: old },
    ...{ to: options.to, slow: options.slow },
    examine: () => examine(options),
    progress: desk.progress,
    signal: interruption(talk),
    scratch,
    tell: (result) => {
      desk.pause();
      if (!options.json) print(checkText(result, widthOf(steps)));
    },
  });
  return resultOf(results, steps);
}

const stackOf = ({ stack, environment = '' }: Given) =>
  stack ?? environmentTarget(environment).stack;

/** The name of the scratch stack tells the stack that is tried, and when the run began. */
function scratchOf(
  { lifecycle, secondRegion }: Given,
  stack: string | null,
  { region }: Deployment,
  progress: Desk['progress'],
): ScratchStack | null {
  if (!lifecycle || stack === null) return null;
  const regions = secondRegion === undefined ? [region] : [region, secondRegion];
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 12);
  return scratchStack(`${stack}-selftest-${time}`, regions, progress);
}

/** An account that is younger may be that of a run that goes on at this moment. */
const inUseMs = 3_600_000;

const nothing: Result = { json: { steps: [] }, text: 'Nothing was done.', exitCode: 1 };

const widthOf = (steps: readonly Step[]) => Math.max(...steps.map(({ code }) => code.length), 7);

function portsOf(deployment: Deployment): DeleteAccountPorts {
  const ports = connect(deployment);
  if ('none' in deployment.signIn) return { ...ports, dashboard: null };
  const { users, userPool } = withUsers(ports, deployment);
  return { ...ports, dashboard: { users, userPool } };
}

function stepsOf({ only, to, lifecycle, secondRegion }: Given, command: Command): readonly Step[] {
  if (to !== undefined && addressProblem(to) !== null) {
    command.error(`error: --to is an e-mail address, found ${JSON.stringify(to)}`);
  }
  if (secondRegion !== undefined && !lifecycle) {
    command.error('error: --second-region belongs to --lifecycle');
  }
  const unknown = only?.find((code) => !allSteps.some((step) => step.code === code));
  if (unknown !== undefined) {
    const known = allSteps.map(({ code }) => code).join(', ');
    command.error(`error: there is no step ${JSON.stringify(unknown)}: there are ${known}`);
  }
  return allSteps.filter(({ code }) => only === undefined || only.includes(code));
}

async function isAgreed({ yes }: Given, talk: Talk, command: Command): Promise<boolean> {
  if (yes) return true;
  if (!talk.interactive) command.error('error: there is no terminal to ask at: --yes runs it');
  return agreed(talk, 'Run it?');
}

/** Nothing that is known is no good news. */
function resultOf(results: readonly Verdict[], steps: readonly Step[]): Result {
  const isOk = results.some(({ code, status }) => status === 'ok' && code !== 'removed');
  const isBroken = results.some(({ status }) => status === 'broken');
  const made = results.filter(({ status }) => status !== 'skipped');
  return {
    json: { steps: results.map(verdictJson), estimate: estimateOf(steps) },
    text: `\n${summary(results)}`,
    exitCode: isBroken || (made.length > 1 && !isOk) ? 1 : 0,
  };
}
