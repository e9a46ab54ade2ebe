import { setTimeout as sleep } from 'node:timers/promises';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import type { Deployment } from '../../../connection/deployment.ts';
import { cdkCli, withSettings } from '../../deploy/cdk.ts';
import { deploy } from '../../deploy/deploy.ts';
import { destroy } from '../../deploy/destroy.ts';
import type { DeployPorts } from '../../deploy/work.ts';

/** A second stack, which selftest deploys and destroys. */
export interface ScratchStack {
  name: string;
  /** The region of the tested deployment, and the one of --second-region. */
  regions: readonly (string | undefined)[];
  deploy: (region: string | undefined, settings: object) => Promise<ScratchDeployment>;
  destroy: (region: string | undefined, deleteData: boolean) => Promise<void>;
}

export interface ScratchDeployment {
  changed: boolean;
  /** The API key of the stack's first account if this deployment created it, else null. */
  key: string | null;
  /** The stack's first account. */
  accountId: string;
  deployment: Deployment;
}

/** The pause between two calls to CloudFormation, as in `deploy` and `destroy`. */
const pauseMs = 3000;

/** A second stack with this name. Tests pass `ports` to replace the parts that they cannot use. */
export function scratchStack(
  name: string,
  regions: ScratchStack['regions'],
  progress: (doing: string) => void,
  ports: Partial<DeployPorts> = {},
): ScratchStack {
  const tell = (text: string) => progress(`${name}: ${text}`);
  const ask = async () => '';
  const dialog = { interactive: false, step: tell, line: tell, ask };
  const wait = async () => void (await sleep(pauseMs));
  const all = { cdk: cdkCli(), dialog, wait, ...ports };
  return {
    name,
    regions,
    deploy: (region, settings) =>
      insteadOfFile({ stackName: name, deletionProtection: false, ...settings }, async () => {
        const options = { region, yes: true, replaceData: false, dryRun: false };
        const outcome = await deploy(options, all);
        if ('stopped' in outcome) {
          throw new ManageError(`The deployment stopped: ${outcome.stopped}`);
        }
        const { changed, key, accountId, deployment } = outcome;
        return { changed, key: key?.secret ?? null, accountId: accountId ?? '', deployment };
      }),
    destroy: async (region, deleteData) => {
      const target = { stack: name, region, account: undefined };
      const outcome = await destroy({ target, yes: true, deleteData, confirm: name }, all);
      if (typeof outcome === 'string') throw new ManageError(`The removal stopped: ${outcome}`);
    },
  };
}

/** Lets deploy and the CDK read these settings instead of postrider.json. */
function insteadOfFile<T>(settings: object, work: () => Promise<T>): Promise<T> {
  const before = process.env.POSTRIDER_SETTINGS;
  return withSettings(JSON.stringify(settings), async (_, file) => {
    process.env.POSTRIDER_SETTINGS = file;
    return work();
  }).finally(() => {
    if (before === undefined) delete process.env.POSTRIDER_SETTINGS;
    else process.env.POSTRIDER_SETTINGS = before;
  });
}
