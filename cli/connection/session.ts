import type { Command } from 'commander';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import type { Result } from '../terminal/result.ts';
import { canAnimate } from '../terminal/terminal.ts';
import { connect } from './connect.ts';
import { type Deployment, deploymentOnAws, localDeployment } from './deployment.ts';
import { environmentTarget } from './environment.ts';

/** Options that every command has. */
export interface GlobalOptions {
  json?: boolean;
  stack?: string;
  region?: string;
  environment?: string;
}

/** How a command's work talks to whoever started it. */
export interface Desk {
  /** Says what is going on, at a terminal. */
  progress: (doing: string) => void;
  /** Prints at once, one line with `--json`: for a command that answers bit by bit. */
  emit: (result: Result) => void;
  /** Takes the progress off the terminal: what is going on is not to be written over. */
  pause: () => void;
}

/** What a command's work is given. */
export interface Session extends Desk {
  ports: ManagePorts;
  /** Where the ports lead. */
  deployment: Deployment;
}

/**
 * Finds the deployment, does the work and prints what came of it: with `--json` one document on
 * stdout, else a text for people. Work that has said everything already answers null.
 */
export async function inSession(
  command: Command,
  work: (session: Session) => Promise<Result | null>,
): Promise<void> {
  const options: GlobalOptions = command.optsWithGlobals();
  checkUsage(options, command);
  await atDesk(command, async (desk) => {
    const deployment = await deploymentOf(options);
    return work({ ...desk, ports: connect(deployment), deployment });
  });
}

/** Like `inSession`, for work that needs no deployment, or that finds its own. */
export async function atDesk(
  command: Command,
  work: (desk: Desk) => Promise<Result | null>,
): Promise<void> {
  const options: GlobalOptions = command.optsWithGlobals();
  const spinner = await startSpinner();
  try {
    const emit = ({ json, text }: Result) => {
      spinner.stop();
      print(options.json ? JSON.stringify(json) : text);
    };
    const result = await work({ progress: spinner.progress, emit, pause: spinner.stop });
    spinner.stop();
    if (result === null) return;
    if (options.json) print(JSON.stringify(result.json, null, 2));
    else if (result.text !== '') print(result.text);
    if (result.exitCode) process.exitCode = result.exitCode;
    if (result.note && !options.json) process.stderr.write(`\n${result.note}\n`);
  } finally {
    spinner.stop();
  }
}

/** Wrong usage are two names for one thing, and a region of nothing. */
export function checkUsage({ stack, region, environment }: GlobalOptions, command: Command): void {
  if (environment !== undefined && stack !== undefined) {
    command.error('error: --environment and --stack name the same thing: leave one out');
  }
  if (region && !stack && environment === undefined) {
    command.error('error: --region belongs to --stack');
  }
}

/** The stack that is named, the one of the environment that is, or else the local run. */
export async function deploymentOf({
  stack,
  region,
  environment,
}: GlobalOptions): Promise<Deployment> {
  if (stack) return deploymentOnAws(stack, region);
  if (environment === undefined) return localDeployment(process.env.POSTRIDER_DATA || '.local');
  const target = environmentTarget(environment);
  return deploymentOnAws(target.stack, region ?? target.region, target.account);
}

/** Prints the one thing that a command has to say on stdout. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** On stderr, and only where somebody watches. */
async function startSpinner(): Promise<{ progress: (doing: string) => void; stop: () => void }> {
  if (!canAnimate(process.stderr)) return { progress: () => {}, stop: () => {} };
  const { spinnerOn } = await import('../terminal/spinner.ts');
  const spinner = spinnerOn(process.stderr).start('Connecting');
  return {
    progress: (doing) => {
      spinner.text = doing;
    },
    stop: () => {
      spinner.stop();
    },
  };
}
