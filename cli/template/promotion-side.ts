import type { Command } from 'commander';
import { chosenAccount } from '../../shared/manage/accounts.ts';
import { connect } from '../connection/connect.ts';
import { type Deployment, deploymentOnAws } from '../connection/deployment.ts';
import { environmentTarget } from '../connection/environment.ts';
import { checkUsage, deploymentOf, type GlobalOptions } from '../connection/session.ts';
import type { PromotionSide } from '../operate/move/promote-templates.ts';

/** How one side of a promotion is named; what is left out is the deployment of the other options. */
export interface SideOptions {
  environment: string | undefined;
  stack: string | undefined;
  region: string | undefined;
  profile: string | undefined;
  account: string | undefined;
}

/** A side, and the deployment that it is in. */
export interface Side extends PromotionSide {
  deployment: Deployment;
  /** As people call it. */
  name: string;
}

/** Names that contradict each other are wrong usage. */
export function checkSides(from: SideOptions, to: SideOptions, command: Command): void {
  checkUsage(command.optsWithGlobals(), command);
  for (const [side, options] of [
    ['from', from],
    ['to', to],
  ] as const) {
    const { environment, stack, region, profile } = options;
    if (environment !== undefined && stack !== undefined) {
      command.error(`error: --${side} and --${side}-stack name the same thing: leave one out`);
    }
    const named = environment !== undefined || stack !== undefined;
    if ((region !== undefined || profile !== undefined) && !named) {
      command.error(
        `error: --${side}-region and --${side}-profile belong to --${side} or --${side}-stack`,
      );
    }
  }
}

/** Finds the deployment and the account of a side. */
export async function sideOf(options: SideOptions, globals: GlobalOptions): Promise<Side> {
  const deployment = await sideDeployment(options, globals);
  const ports = connect(deployment);
  const accountId = await chosenAccount(ports, options.account);
  const { environment, stack } = options;
  const where = environment ?? stack ?? globals.environment ?? globals.stack ?? 'the local run';
  return { deployment, ports, accountId, name: `${accountId} of ${where}` };
}

function sideDeployment(
  { environment, stack, region, profile }: SideOptions,
  globals: GlobalOptions,
): Promise<Deployment> {
  if (stack !== undefined) return deploymentOnAws(stack, region, undefined, profile);
  if (environment === undefined) return deploymentOf(globals);
  const target = environmentTarget(environment);
  return deploymentOnAws(target.stack, region ?? target.region, target.account, profile);
}
