import { setTimeout as sleep } from 'node:timers/promises';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { cdkCli, withSettings } from '../../deploy/cdk.ts';
import { deploy } from '../../deploy/deploy.ts';
import { destroy } from '../../deploy/destroy.ts';
import type { DeployPorts } from '../../deploy/work.ts';

/** A second stack, which selftest deploys and destroys. */
export type ScratchStack = ReturnType<typeof scratchStack>;

export type ScratchDeployment = Awaited<ReturnType<ScratchStack['deploy']>>;

/** The pause between two calls to CloudFormation, as in `deploy` and `destroy`. */
const pauseMs = 3000;

/** A second stack, in the region of the tested deployment and in the one of --second-region. `ports`: replaced by tests. */
export function scratchStack(
  name: string,
  regions: readonly (string | undefined)[],
  progress: (doing: string) => void,
  ports: Partial<DeployPorts> = {},
) {
  const tell = (text: string) => progress(`${name}: ${text}`);
  const ask = async () => '';
  const dialog = { interactive: false, step: tell, line: tell, ask };
  const wait = async () => void (await sleep(pauseMs));
  const all = { cdk: cdkCli(), dialog, wait, ...ports };
  return {
    name,
    regions,
    deploy: (region: string | undefined, settings: object) =>
      insteadOfFile({ stackName: name, deletionProtection: false, ...settings }, async () => {
        const options = { region, yes: true, replaceData: false, dryRun: false };
        const outcome = await deploy(options, all);
        if ('stopped' in outcome) {
          throw new ManageError(`The deployment stopped: ${outcome.stopped}`);
        }
        const { changed, key, accountId, deployment } = outcome;
        // The account is the stack's first one, and the key is its key, if this deployment created one.
        return { changed, key: key?.secret ?? null, accountId: accountId ?? '', deployment };
      }),
    destroy: async (region: string | undefined, deleteData: boolean): Promise<void> => {
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
