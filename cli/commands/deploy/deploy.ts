import { atDeployment, beforeDeployment } from '../../../shared/adapters/call-times.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { buckets } from '../../aws/buckets.ts';
import { cloudformationStacks } from '../../aws/cloudformation.ts';
import { receiptRules } from '../../aws/receipt-rules.ts';
import { interruptible } from '../../terminal/stop-signal.ts';
import type { Plan } from './changes.ts';
import { type DeploymentDetails, finishDeployment } from './finish-deployment.ts';
import { type AwsPlace, checkBuckets, checkPlace } from './preflight.ts';
import { withRecoveryAdvice } from './recovery-advice.ts';
import { checkReplies } from './replies.ts';
import {
  type SettingsSnapshot,
  saveSender,
  takeSnapshot,
  withSender,
} from './settings-snapshot.ts';
import { update } from './update.ts';
import type { DeployOptions, DeployPorts, Stopped } from './work.ts';

export interface Deployed extends DeploymentDetails {
  stack: string;
  place: AwsPlace;
  changed: boolean;
  plan: Plan;
}

/** Deploys, and completes what an earlier run began. A dry run deletes its change set again. @throws {ManageError} */
export async function deploy(
  options: DeployOptions,
  ports: DeployPorts,
): Promise<Deployed | Stopped> {
  const snapshot = await snapshotWithSender(options, ports);
  const { stackName: stack, account, region, attachmentBuckets } = snapshot.settings;
  ports.dialog.step('Checking credentials and region');
  const untouched = { left: 'Nothing was changed', next: 'run deploy again' };
  const place = await withRecoveryAdvice(untouched, async () => {
    const found = await checkPlace({ stack, account, region: regionOf(options, region) });
    await checkBuckets(attachmentBuckets, found);
    const rules = receiptRules(beforeDeployment, found);
    await checkReplies(snapshot.settings.replies, { ...found, stack, rules });
    return found;
  });
  const stacks = cloudformationStacks(atDeployment, place);
  const s3 = buckets(atDeployment, place);
  const work = { ...ports, options, snapshot, stack, place, stacks, buckets: s3 };
  const outcome = await interruptible((interrupted) => update({ ...work, interrupted }));
  if ('stopped' in outcome) return outcome;
  if (!outcome.changed) await saveSender(snapshot);
  const details = await finishDeployment({ ...work, plan: outcome.plan });
  return { ...outcome, stack, place, ...details };
}

/** Asks the person for a sender if the settings have none, because there is no useful default. */
async function snapshotWithSender(
  { environment, sender }: DeployOptions,
  { dialog }: DeployPorts,
): Promise<SettingsSnapshot> {
  const snapshot = takeSnapshot(environment);
  const asks = sender === undefined && snapshot.settings.senders.length === 0 && dialog.interactive;
  const question = 'Which address or domain do you want to send from? (Enter: decide later) ';
  const given = asks ? await dialog.ask(question) : sender;
  return given ? withSender(snapshot, given) : snapshot;
}

function regionOf({ region }: DeployOptions, setting: string | undefined): string | undefined {
  if (region === undefined || setting === undefined || region === setting) return region ?? setting;
  throw new ManageError(
    `The settings say ${setting}, but --region says ${region}: leave the option out, or change the setting`,
  );
}
