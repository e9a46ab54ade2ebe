import { atDeployment } from '../../shared/adapters/call-times.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { buckets } from '../aws/buckets.ts';
import { cloudformationStacks } from '../aws/cloudformation.ts';
import { explained } from './explained.ts';
import { interruptible } from './interruption.ts';
import { checkPlace, type Place } from './preflight/preflight.ts';
import { type SettingsSnapshot, takeSnapshot, withSender } from './preflight/settings-snapshot.ts';
import type { Plan } from './stack/changes.ts';
import { keepSender } from './stack/keep-sender.ts';
import { type Settled, settle } from './stack/settle.ts';
import { update } from './stack/update.ts';
import type { DeployOptions, DeployPorts, Stopped } from './work.ts';

/** What a deployment came to. */
export interface Deployed extends Settled {
  stack: string;
  place: Place;
  changed: boolean;
  plan: Plan;
}

/**
 * Deploys an environment, or the one deployment there is. What an earlier run has begun, this one goes
 * on with: it waits for CloudFormation, and makes what is still missing. A dry run writes nothing,
 * neither here nor in AWS, but the change set that it removes again and the CDK's own assets.
 *
 * @throws {ManageError} with what is in the way, and the way on
 */
export async function deploy(
  options: DeployOptions,
  ports: DeployPorts,
): Promise<Deployed | Stopped> {
  const { talk } = ports;
  const snapshot = await withAskedSender(options, ports);
  const { stackName: stack, account, region } = snapshot.settings;
  talk.step('Checking credentials and region');
  const untouched = { left: 'Nothing was changed', next: 'run deploy again' };
  const place = await explained(untouched, () =>
    checkPlace({ stack, account, region: regionOf(options, region) }),
  );
  const stacks = cloudformationStacks(atDeployment, place);
  const s3 = buckets(atDeployment, place);
  try {
    const work = { ...ports, options, snapshot, stack, place, stacks, buckets: s3 };
    const outcome = await interruptible((interrupted) => update({ ...work, interrupted }));
    if ('stopped' in outcome) return outcome;
    if (!outcome.changed) await keepSender(snapshot);
    return { ...outcome, stack, place, ...(await settle(work)) };
  } finally {
    stacks.close();
    s3.close();
  }
}

/** A mail has to come from somewhere: the one thing that no default can answer. */
async function withAskedSender(
  { environment, sender }: DeployOptions,
  { talk }: DeployPorts,
): Promise<SettingsSnapshot> {
  const snapshot = takeSnapshot(environment);
  const asks = sender === undefined && snapshot.settings.senders.length === 0 && talk.interactive;
  const question = 'Which address or domain shall mails come from? (Enter: decide later) ';
  const given = asks ? await talk.ask(question) : sender;
  return given ? withSender(snapshot, given) : snapshot;
}

function regionOf({ region }: DeployOptions, setting: string | undefined): string | undefined {
  if (region === undefined || setting === undefined || region === setting) return region ?? setting;
  throw new ManageError(
    `The settings say ${setting}, and --region says ${region}: leave the option out, or change the setting`,
  );
}
