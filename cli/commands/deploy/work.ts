import type { Cdk } from './cdk.ts';
import type { Plan } from './changes.ts';
import type { StackWork } from './follow.ts';
import type { SettingsSnapshot } from './settings-snapshot.ts';

export interface DeployOptions {
  environment?: string | undefined;
  region?: string | undefined;
  sender?: string | undefined;
  /** Answers every question with yes, except the one about the loss of data. */
  yes: boolean;
  replaceData: boolean;
  dryRun: boolean;
}

export interface DeployPorts extends Pick<StackWork, 'dialog' | 'wait'> {
  cdk: Cdk;
}

/** Why a deployment stopped before it changed anything. `unasked`: it could not ask, because there is no terminal. */
export type Stopped = { stopped: 'dry run' | 'declined' | 'unasked'; plan: Plan };

export interface DeployWork extends StackWork, DeployPorts {
  options: DeployOptions;
  snapshot: SettingsSnapshot;
}

/** Every run gives its change set this name, so it replaces one that an earlier run left. */
export const changeSetName = 'postrider-deploy';
