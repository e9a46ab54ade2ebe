import type { Command } from 'commander';
import { callerPath } from '../../../../lib/project.ts';
import { accountFor } from '../../../connection/chosen-account.ts';
import { connect } from '../../../connection/connect.ts';
import { type Deployment, deploymentOnAws } from '../../../connection/deployment.ts';
import { environmentTarget } from '../../../connection/environment.ts';
import { localDeployment } from '../../../connection/local-deployment.ts';
import { deploymentOf, type GlobalOptions } from '../../../connection/session.ts';

/** The account that a promotion reads from or writes to, and its deployment. */
export type ConnectedSide = Awaited<ReturnType<typeof findSide>>;

/** Without an environment or a stack, the global options name the deployment. `local`: a local run's data folder. */
type SideOptions = ReturnType<typeof readSide>;

export function addSideOptions(command: Command, side: 'from' | 'to'): void {
  command
    .option(
      `--${side} <environment>`,
      `the environment in postrider.json to copy ${side}; default: the deployment that the global options name`,
    )
    .option(`--${side}-stack <name>`, `the stack to copy ${side}, without a settings file`)
    .option(`--${side}-local <folder>`, `the local run to copy ${side}, by its data folder`)
    .option(`--${side}-region <region>`, "that stack's region; default: the AWS profile's")
    .option(`--${side}-profile <profile>`, 'the AWS profile to use there; default: AWS_PROFILE')
    .option(
      `--${side}-account <id>`,
      'the account there; default: that of the settings of the environment, else the only one',
    );
}

/** Reads the options of a side. Options that contradict each other are wrong usage. */
export function readSide(command: Command, side: 'from' | 'to') {
  const given: Record<string, string | undefined> = command.opts();
  const environment = given[side];
  const names = ['Stack', 'Local', 'Region', 'Profile', 'Account'] as const;
  const [stack, local, region, profile, account] = names.map((name) => given[`${side}${name}`]);
  if ([environment, stack, local].filter((name) => name !== undefined).length > 1) {
    command.error(
      `error: --${side}, --${side}-stack and --${side}-local name the same thing: use one of them`,
    );
  }
  if ((region ?? profile) !== undefined && (environment ?? stack) === undefined) {
    command.error(
      `error: --${side}-region and --${side}-profile need --${side} or --${side}-stack`,
    );
  }
  return { environment, stack, local, region, profile, account };
}

export async function findSide(options: SideOptions, command: Command) {
  const deployment = await sideDeployment(options, command);
  const ports = connect(deployment);
  const globals: GlobalOptions = command.optsWithGlobals();
  const { environment, stack, local } = options;
  const ownDeployment = (environment ?? stack ?? local) !== undefined;
  const settings = ownDeployment ? environment : globals.environment;
  const accountId = await accountFor(ports, options.account, {
    ...(settings !== undefined && { environment: settings }),
    ownDeployment,
  });
  const own = environment ?? stack ?? (local && `the local run in ${local}`);
  const place = own ?? globals.environment ?? globals.stack ?? 'the local run';
  return { deployment, ports, accountId, name: `${accountId} of ${place}`, place };
}

function sideDeployment(
  { environment, stack, local, region, profile }: SideOptions,
  command: Command,
): Promise<Deployment> {
  if (local !== undefined) return localDeployment(callerPath(local));
  if (stack !== undefined) return deploymentOnAws({ stack, region, profile });
  if (environment === undefined) return deploymentOf(command.optsWithGlobals());
  const target = environmentTarget(environment);
  return deploymentOnAws({ ...target, region: region ?? target.region, profile });
}
