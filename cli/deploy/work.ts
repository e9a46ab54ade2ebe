import type { Buckets } from '../aws/buckets.ts';
import type { Stacks } from '../aws/cloudformation.ts';
import type { Dialog } from '../terminal/dialog.ts';
import type { Place } from './preflight/preflight.ts';
import type { SettingsSnapshot } from './preflight/settings-snapshot.ts';
import type { Cdk } from './stack/cdk.ts';
import type { Plan } from './stack/changes.ts';

export interface DeployOptions {
  environment?: string | undefined;
  region?: string | undefined;
  /** A new sender for the settings file. */
  sender?: string | undefined;
  /** Agrees to everything but the loss of data. */
  yes: boolean;
  /** Agrees to that, too. */
  replaceData: boolean;
  /** Shows what would change, and stops. */
  dryRun: boolean;
}

export interface DeployPorts {
  cdk: Cdk;
  dialog: Dialog;
  /** Between two calls to CloudFormation; aborted by the signal. */
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

/** There is one change set at a time: it replaces one that an earlier run left. */
export const changeSetName = 'postrider-deploy';
