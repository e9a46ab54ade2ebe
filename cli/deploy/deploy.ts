import { atTerminal } from '../../shared/adapters/call-times.ts';
import {
  cloudformationStacks,
  type StackState,
  type Stacks,
} from '../../shared/adapters/cloudformation.ts';
import { sesIdentities } from '../../shared/adapters/ses-identities.ts';
import { readStackOutputs } from '../../shared/adapters/stack-outputs.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { listSenders, type Sender } from '../../shared/manage/senders.ts';
import { connect } from '../connect.ts';
import { type Deployment, deploymentIn } from '../deployment.ts';
import { environmentSettings } from '../environment.ts';
import type { Cdk } from './cdk.ts';
import { isEmpty, type Plan, planOf } from './changes.ts';
import { dnsRecordsIn } from './dns-records.ts';
import { ensureFirstAccount, type FirstAccount } from './first-account.ts';
import { failureSentence, followStack } from './follow.ts';
import { type Widening, widenings } from './permissions.ts';
import { planText } from './plan-text.ts';
import { bootstrapNeeded, checkPlace, type Place } from './preflight.ts';
import { addSender } from './sender-setting.ts';
import { isDeployed, readinessOf } from './stack-status.ts';
import { templateResources } from './stack-template.ts';
import { agreed, type Talk } from './talk.ts';

export interface DeployOptions {
  environment?: string | undefined;
  region?: string | undefined;
  /** Another sender for the settings file. */
  sender?: string | undefined;
  /** Says yes to everything but the loss of data. */
  yes: boolean;
  /** Says yes to that, too. */
  replaceData: boolean;
  /** Shows what would change, and stops. */
  dryRun: boolean;
}

export interface DeployPorts {
  cdk: Cdk;
  talk: Talk;
  /** Between two looks at CloudFormation. */
  wait: () => Promise<void>;
}

/** What a deployment came to. */
export interface Deployed extends FirstAccount {
  stack: string;
  place: Place;
  changed: boolean;
  plan: Plan;
  deployment: Deployment;
  senders: Sender[];
  /** What is to be made by hand, a line each as in a zone file. */
  dnsRecords: string[];
}

/** Why a deployment stopped before it changed anything. */
export type Stopped = { stopped: 'dry run' | 'declined' | 'unasked'; plan: Plan };

/** The one change set there is at a time: an earlier one that was left behind is replaced by it. */
const changeSet = 'postrider-deploy';

/** A deployment on its way. */
interface Work extends DeployPorts {
  options: DeployOptions;
  stack: string;
  place: Place;
  stacks: Stacks;
}

/**
 * Deploys an environment, or the one deployment there is. Whatever an earlier run has begun, this one
 * goes on with: it waits for CloudFormation, and makes what is still missing.
 *
 * @throws {ManageError} with what is in the way, and its mend
 */
export async function deploy(
  options: DeployOptions,
  ports: DeployPorts,
): Promise<Deployed | Stopped> {
  const { talk } = ports;
  await askForSender(options, talk);
  const settings = environmentSettings(options.environment);
  const { stackName: stack, account } = settings;
  talk.step('Checking credentials and region');
  const place = await checkPlace({ stack, account, region: regionOf(options, settings.region) });
  const stacks = cloudformationStacks(atTerminal, place);
  try {
    const work = { ...ports, options, stack, place, stacks };
    const outcome = await update(work);
    if ('stopped' in outcome) return outcome;
    return { ...outcome, stack, place, ...(await settle(work, settings.senders)) };
  } finally {
    stacks.close();
  }
}

/** A mail has to come from somewhere: the one thing that no default can answer. */
async function askForSender({ environment, sender }: DeployOptions, talk: Talk): Promise<void> {
  const { senders } = environmentSettings(environment);
  const asks = sender === undefined && senders.length === 0 && talk.interactive;
  const question = 'Which address or domain shall mails come from? (Enter: decide later) ';
  const given = asks ? await talk.ask(question) : sender;
  if (given) addSender(given, environment);
}

function regionOf({ region }: DeployOptions, setting: string | undefined): string | undefined {
  if (region === undefined || setting === undefined || region === setting) return region ?? setting;
  throw new ManageError(
    `The settings say ${setting}, and --region says ${region}: leave the option out, or change the setting`,
  );
}

/** Brings the stack to what the settings say, if whoever is asked agrees. */
async function update(work: Work): Promise<{ changed: boolean; plan: Plan } | Stopped> {
  const { cdk, talk, options, stack, place, stacks } = work;
  const there = await settledStack(work);
  const bootstrapped = await bootstrap(work);
  if (bootstrapped !== null) return bootstrapped;
  talk.step('Preparing the change: bundles, page and template');
  await cdk.prepare({ stack, environment: options.environment, region: place.region }, changeSet);
  const changes = await stacks.changes(stack, changeSet);
  if (changes === null || changes.length === 0) {
    talk.step('Nothing of the stack changes');
    return { changed: false, plan: planOf([], new Map()) };
  }
  const { plan, wider } = await planned(work, there, changes);
  const isNew = there === null;
  talk.line(
    `\n${stack} in ${place.region} of account ${place.account}\n\n${planText(plan, wider, isNew)}\n`,
  );
  let stopped: Stopped['stopped'] | null = 'declined';
  try {
    stopped = await stopsAt(work, plan);
  } finally {
    if (stopped !== null) await discard(work, isNew);
  }
  if (stopped !== null) return { stopped, plan };
  await execute(work);
  return { changed: !isEmpty(plan), plan };
}

/** The stack once CloudFormation has come to an end with it; null where it is to be created. */
async function settledStack(work: Work): Promise<StackState | null> {
  const { talk, stack, stacks, wait } = work;
  const state = await stacks.find(stack);
  const readiness = readinessOf(stack, state);
  if (state !== null && readiness === 'wait') {
    talk.line(`${stack} is ${state.status} since an earlier run: waiting for its end`);
    const [last] = await stacks.happenings(state.id, null);
    await followStack({
      stacks,
      stackId: state.id,
      since: last?.id ?? null,
      line: talk.line,
      wait,
    });
    return settledStack(work);
  }
  return readiness === 'create' ? null : state;
}

/** Null once the CDK can deploy here. */
async function bootstrap({ cdk, talk, options, place }: Work): Promise<Stopped | null> {
  const needed = await bootstrapNeeded(place);
  if (needed === null) return null;
  const plan = planOf([], new Map());
  const question = `${needed}. This makes a bucket for assets and roles to deploy with, once for each region. Do it now?`;
  if (options.dryRun || (!options.yes && !talk.interactive)) {
    throw new ManageError(needed, [], {
      hint: `--yes does it, and so does npx cdk bootstrap aws://${place.account}/${place.region}`,
    });
  }
  if (!options.yes && !(await agreed(talk, question))) return { stopped: 'declined', plan };
  talk.step(`Bootstrapping the CDK in ${place.region}`);
  await cdk.bootstrap(place);
  return null;
}

async function planned(
  { stack, stacks }: Work,
  there: StackState | null,
  changes: NonNullable<Awaited<ReturnType<Stacks['changes']>>>,
): Promise<{ plan: Plan; wider: Widening[] }> {
  const before = templateResources(there ? await stacks.template(stack) : null);
  const after = templateResources(await stacks.template(stack, changeSet));
  return { plan: planOf(changes, before), wider: widenings(before, after) };
}

/** Why it goes no further, or null. Data is not given up by a yes that was meant for everything else. */
async function stopsAt(
  { talk, options, stack }: Work,
  { losses }: Plan,
): Promise<Stopped['stopped'] | null> {
  if (options.dryRun) return 'dry run';
  if (losses.length > 0 && !options.replaceData) {
    if (!talk.interactive) {
      throw new ManageError(
        `This would part ${stack} from its data (${losses.join('; ')}): ${lossMend}`,
      );
    }
    const typed = await talk.ask(`This parts ${stack} from its data. Type its name to go on: `);
    return typed === stack ? null : 'declined';
  }
  if (options.yes) return null;
  if (!talk.interactive) return 'unasked';
  return (await agreed(talk, 'Deploy this?')) ? null : 'declined';
}

const lossMend =
  'where its tables got their names from CloudFormation, "namedTables": false in the settings keeps them; --replace-data does it all the same';

/** A stack that was never created is nothing but the place of its change set. */
async function discard({ stack, stacks }: Work, isNew: boolean): Promise<void> {
  await stacks.discard(stack, changeSet);
  const left = isNew ? await stacks.find(stack) : null;
  if (left?.status === 'REVIEW_IN_PROGRESS') await stacks.remove(stack);
}

async function execute({ talk, stack, stacks, wait }: Work): Promise<void> {
  const { id: stackId = stack } = (await stacks.find(stack)) ?? {};
  const [last] = await stacks.happenings(stackId, null);
  await stacks.execute(stack, changeSet);
  talk.line('CloudFormation goes on by itself if this is interrupted; run it again to follow.');
  const since = last?.id ?? null;
  const ending = await followStack({ stacks, stackId, since, line: talk.line, wait });
  if (isDeployed(ending.status)) return;
  throw new ManageError(failureSentence(`The deployment of ${stack}`, ending));
}

/** What a stack needs besides its resources, and what is to be said of it. */
async function settle(
  { talk, stack, place }: Work,
  identities: readonly string[],
): Promise<FirstAccount & Pick<Deployed, 'deployment' | 'senders' | 'dnsRecords'>> {
  talk.step('Looking after accounts, key and template');
  const outputs = await readStackOutputs(atTerminal, { stack, region: place.region });
  const deployment = deploymentIn(outputs, stack, place.region);
  const first = await ensureFirstAccount(connect(deployment), identities);
  talk.step('Asking SES for the senders');
  const { senders } = await listSenders(identities, sesIdentities(atTerminal, place));
  return { ...first, deployment, senders, dnsRecords: dnsRecordsIn(outputs ?? {}) };
}
