import type { Buckets } from '../aws/buckets.ts';
import type { Stacks } from '../aws/cloudformation.ts';
import type { Place } from './preflight/preflight.ts';
import type { SettingsSnapshot } from './preflight/settings-snapshot.ts';
import type { Cdk } from './stack/cdk.ts';
import type { Plan } from './stack/changes.ts';
import type { Talk } from './talk.ts';

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
  /** Between two looks at CloudFormation; aborted by the signal. */
  wait: (interrupted?: AbortSignal) => Promise<void>;
}

/** Why a deployment stopped before it changed anything. */
export type Stopped = { stopped: 'dry run' | 'declined' | 'unasked'; plan: Plan };

/** A stack that is being deployed. */
export interface Work extends DeployPorts {
  options: DeployOptions;
  snapshot: SettingsSnapshot;
  stack: string;
  place: Place;
  stacks: Stacks;
  buckets: Buckets;
  /** Aborted by Ctrl-C. */
  interrupted: AbortSignal;
}

/** The one change set there is at a time: an earlier one that was left behind is replaced by it. */
export const changeSetName = 'postrider-deploy';
