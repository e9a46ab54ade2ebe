import type { Command } from 'commander';
import { dataFolder } from '../../lib/project.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { openTerminal, print, type Terminal } from '../terminal/dialog.ts';
import type { Result } from '../terminal/result.ts';
import { accountFor } from './chosen-account.ts';
import { connect } from './connect.ts';
import { type Deployment, deploymentOnAws } from './deployment.ts';
import { environmentTarget } from './environment.ts';
import { localDeployment } from './local-deployment.ts';

export interface GlobalOptions {
  json?: boolean;
  stack?: string;
  region?: string;
  environment?: string;
}

export interface Session extends Terminal {
  ports: ManagePorts;
  deployment: Deployment;
}

/** Runs a command and prints its result, as JSON or as text. `work` returns null if it has printed everything itself. */
export async function withTerminal(
  command: Command,
  work: (terminal: Terminal) => Promise<Result | null>,
): Promise<void> {
  const { json = false }: GlobalOptions = command.optsWithGlobals();
  const terminal = await openTerminal({ json });
  try {
    const result = await work(terminal);
    terminal.pause();
    if (result === null) return;
    if (json) print(JSON.stringify(result.json, null, 2));
    else if (result.text !== '') print(result.text);
    if (result.exitCode) process.exitCode = result.exitCode;
    if (result.note && !json) process.stderr.write(`\n${result.note}\n`);
  } finally {
    terminal.pause();
  }
}

/** Like `withTerminal`, for a command that works on a deployment. Once that is found, the spinner shows `doing`. */
export async function inSession(
  command: Command,
  doing: string,
  work: (session: Session) => Promise<Result | null>,
): Promise<void> {
  const options: GlobalOptions = command.optsWithGlobals();
  checkUsage(options, command);
  await withTerminal(command, async (terminal) => {
    const deployment = await deploymentOf(options);
    terminal.progress(doing);
    return work({ ...terminal, ports: connect(deployment), deployment });
  });
}

/** Like `inSession`, for one account: of the argument `[account]`, else `--account`, else what `accountFor` finds. */
export function inAccount(
  command: Command,
  doing: string,
  work: (session: Session & { accountId: string }) => Promise<Result | null>,
): Promise<void> {
  return inSession(command, doing, async (session) => {
    const at = command.registeredArguments.findIndex((argument) => argument.name() === 'account');
    const named = command.processedArgs[at] ?? command.opts().account;
    const accountId = await accountFor(session.ports, named, command.optsWithGlobals());
    return work({ ...session, accountId });
  });
}

/** Runs a command on the templates of a folder, which needs no deployment, or else of an account. */
export function onFolderOrAccount(
  command: Command,
  dir: string | undefined,
  work: {
    account: (session: Session & { accountId: string }) => Promise<Result>;
    folder: (dir: string) => Promise<Result>;
  },
): Promise<void> {
  if (dir === undefined) return inAccount(command, 'Reading the templates', work.account);
  if (command.opts().account !== undefined) {
    command.error('error: --account is for stored templates: leave out --account or the folder');
  }
  checkUsage(command.optsWithGlobals(), command);
  return withTerminal(command, async ({ progress }) => {
    progress('Reading the templates');
    return work.folder(dir);
  });
}

/** Refuses --environment together with --stack, and --region without either of them. */
export function checkUsage({ stack, region, environment }: GlobalOptions, command: Command): void {
  if (environment !== undefined && stack !== undefined) {
    command.error('error: --environment and --stack name the same thing: leave one out');
  }
  if (region && !stack && environment === undefined) {
    command.error('error: --region needs --stack or --environment');
  }
}

/** The deployment of `--stack`, else of `--environment`, else the local run. */
export async function deploymentOf({
  stack,
  region,
  environment,
}: GlobalOptions): Promise<Deployment> {
  if (stack) return deploymentOnAws({ stack, region });
  if (environment === undefined) return localDeployment(dataFolder());
  const target = environmentTarget(environment);
  return deploymentOnAws({ ...target, region: region ?? target.region });
}
