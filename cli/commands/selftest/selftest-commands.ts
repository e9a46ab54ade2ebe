import type { Command } from 'commander';
import { listAccounts } from '../../../shared/manage/accounts.ts';
import { addressProblem } from '../../../shared/manage/address.ts';
import type { Verdict } from '../../../shared/manage/doctor/check.ts';
import { addressProblem as hookProblem } from '../../../shared/webhook/address.ts';
import { connect, objectsOf, withUsers } from '../../connection/connect.ts';
import type { Deployment } from '../../connection/deployment.ts';
import { environmentTarget } from '../../connection/environment.ts';
import {
  checkUsage,
  deploymentOf,
  type GlobalOptions,
  withTerminal,
} from '../../connection/session.ts';
import { confirmed, print, type Terminal } from '../../terminal/dialog.ts';
import { subcommand } from '../../terminal/options.ts';
import type { Result } from '../../terminal/result.ts';
import { interruptible } from '../../terminal/stop-signal.ts';
import type { DeleteAccountPorts } from '../../upkeep/delete-account.ts';
import { checkText, summary, verdictJson } from '../doctor/report.ts';
import { isOurs } from './context/accounts.ts';
import { openRecording } from './context/recording.ts';
import { type ScratchStack, scratchStack } from './context/scratch-stack.ts';
import type { SelftestStep } from './context/step.ts';
import { onAws, onLocalRun } from './context/waiting-times.ts';
import { cleanUp, selftest } from './selftest.ts';
import { allSteps, helpText, planText } from './steps.ts';

interface SelftestCommandOptions extends GlobalOptions {
  to?: string;
  only?: string[];
  bucket: string[];
  hook?: string;
  hookPort: string;
  record?: string;
  slow: boolean;
  lifecycle: boolean;
  secondRegion?: string;
  clean: boolean;
  yes: boolean;
}

export function addSelftestCommand(program: Command): void {
  subcommand(program, 'selftest', {
    about: 'test a deployment with real requests, in accounts that the test creates and removes',
    example: 'selftest --stack postrider --to you@example.com',
  })
    .option('--to <address>', 'also mail this address, instead of only the mailbox simulator')
    .option('--only <step...>', 'run only these steps; default: all of them')
    .option('--bucket <name...>', 'also test files of these buckets of the deployment', [])
    .option('--hook <url>', 'also test webhooks: the https address of a tunnel to this machine')
    .option('--hook-port <port>', 'the port of this machine that --hook leads to', '4000')
    .option(
      '--record <folder>',
      'save the answers in this folder, to compare them with those of another run',
    )
    .option('--slow', 'also run the test that takes 17 minutes', false)
    .option('--lifecycle', 'deploy, change and destroy a second stack beside this one', false)
    .option(
      '--second-region <region>',
      'with --lifecycle: also deploy the second stack in this region',
    )
    .option('--clean', 'remove what earlier runs left, and run no step', false)
    .option('--yes', 'do not ask', false)
    .addHelpText('after', helpText)
    .action((_: object, command: Command) => {
      const options: SelftestCommandOptions = command.optsWithGlobals();
      checkUsage(options, command);
      const steps = stepsOf(options, command);
      return withTerminal(command, (terminal) => begin(options, steps, command, terminal));
    });
}

async function begin(
  options: SelftestCommandOptions,
  steps: readonly SelftestStep[],
  command: Command,
  terminal: Terminal,
): Promise<Result> {
  terminal.progress('Reading the deployment');
  const deployment = await deploymentOf(options);
  const isLocal = deployment.endpoints.dynamodb !== undefined;
  const ports = portsOf(deployment);
  const waits = isLocal ? onLocalRun : onAws;
  const left = (await listAccounts(ports)).filter(isOurs);
  if (options.clean) {
    terminal.progress('Removing what earlier runs left');
    const removed = await cleanUp(ports, left, waits);
    return { ...resultOf([removed]), text: checkText(removed, removed.code.length) };
  }
  const stack = isLocal ? null : (options.stack ?? environmentTarget(options.environment).stack);
  const where = stack ?? 'the local run';
  const scratch = scratchOf(options, stack, deployment, terminal.progress);
  terminal.line(planText({ steps, where, isLocal, to: options.to, scratch, left }));
  const { yes } = options;
  const ask = { yes: isLocal || yes, question: 'Run it?', what: 'run it' };
  if (!(await confirmed(terminal, command, ask))) {
    return { json: { steps: [] }, text: 'Nothing was done.', exitCode: 1 };
  }
  const name = isLocal ? 'local run' : `${where} in ${deployment.region ?? 'its region'}`;
  const { record, to, slow } = options;
  const width = Math.max(...steps.map(({ code }) => code.length), 'removed'.length);
  const recorder = record === undefined ? null : await openRecording(record, name, new Date());
  const results = await interruptible((interrupted) => {
    interrupted.addEventListener('abort', () => terminal.line(interruptedText), { once: true });
    return selftest({
      deployment,
      stack,
      ports,
      waits,
      steps,
      recorder,
      to,
      slow,
      buckets: options.bucket,
      hook:
        options.hook === undefined
          ? undefined
          : { url: options.hook, port: Number(options.hookPort) },
      progress: terminal.progress,
      signal: interrupted,
      scratch,
      report: (result) => {
        terminal.pause();
        if (!options.json) print(checkText(result, width));
      },
    });
  });
  return resultOf(results);
}

/** The scratch stack's name contains the tested stack's, and the time when the run began. */
function scratchOf(
  { lifecycle, secondRegion }: SelftestCommandOptions,
  stack: string | null,
  { region }: Deployment,
  progress: Terminal['progress'],
): ScratchStack | null {
  if (!lifecycle || stack === null) return null;
  const regions = secondRegion === undefined ? [region] : [region, secondRegion];
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 12);
  return scratchStack(`${stack}-selftest-${time}`, regions, progress);
}

const interruptedText =
  'Interrupted: removing what this run created. Press Ctrl-C again to stop at once; selftest --clean then removes what is left.';

function portsOf(deployment: Deployment): DeleteAccountPorts {
  const mails = deployment.replies && objectsOf(deployment, deployment.replies.bucket);
  const ports = { ...connect(deployment), removeMail: mails?.remove };
  if ('none' in deployment.signIn) return { ...ports, dashboard: null };
  const { users, userPool } = withUsers(ports, deployment);
  return { ...ports, dashboard: { users, userPool } };
}

function stepsOf(
  { only, to, hook, hookPort, lifecycle, secondRegion }: SelftestCommandOptions,
  command: Command,
): readonly SelftestStep[] {
  if (to !== undefined && addressProblem(to) !== null) {
    command.error(`error: --to must be an e-mail address, found ${JSON.stringify(to)}`);
  }
  const badHook = hook === undefined ? null : hookProblem(hook, { loopback: false });
  if (badHook !== null) command.error(`error: --hook: ${badHook}`);
  if (!/^\d{1,5}$/.test(hookPort) || Number(hookPort) > 65_535) {
    command.error(`error: --hook-port must be a port, found ${JSON.stringify(hookPort)}`);
  }
  if (secondRegion !== undefined && !lifecycle) {
    command.error('error: --second-region needs --lifecycle');
  }
  const unknown = only?.find((code) => !allSteps.some((step) => step.code === code));
  if (unknown !== undefined) {
    const known = allSteps.map(({ code }) => code).join(', ');
    command.error(`error: there is no step ${JSON.stringify(unknown)}, only ${known}`);
  }
  return allSteps.filter(({ code }) => only === undefined || only.includes(code));
}

/** Exit code 1 if a step is broken, or if steps were made and none of them is `ok`. */
function resultOf(results: readonly Verdict[]): Result {
  const isOk = results.some(({ code, status }) => status === 'ok' && code !== 'removed');
  const isBroken = results.some(({ status }) => status === 'broken');
  const made = results.filter(({ status }) => status !== 'skipped');
  return {
    json: { steps: results.map(verdictJson) },
    text: `\n${summary(results)}`,
    exitCode: isBroken || (made.length > 1 && !isOk) ? 1 : 0,
  };
}
