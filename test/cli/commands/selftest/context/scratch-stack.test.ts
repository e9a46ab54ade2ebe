import type { CdkTarget } from '../../../../../cli/commands/deploy/cdk.ts';
import { scratchStack } from '../../../../../cli/commands/selftest/context/scratch-stack.ts';
import { expect, test } from '../../../../jest.ts';
import { creation, deploying, stackOf } from '../../deploy/deploying.ts';

const at = deploying();
const name = 'postrider-selftest-202611220900';
const id = `arn:aws:cloudformation:eu-central-1:111122223333:stack/${name}/uuid`;

/** A scratch stack that uses the real `deploy` and `destroy`, with a fake CDK. */
function scratch() {
  const prepared: CdkTarget[] = [];
  const cdk = {
    bootstrap: async () => {},
    prepare: async (target: CdkTarget) => {
      prepared.push(target);
      at.aws.changeSet = creation;
      at.aws.stack ??= { ...stackOf('REVIEW_IN_PROGRESS'), id };
    },
  };
  const said: string[] = [];
  const stack = scratchStack(name, ['eu-central-1'], (doing) => void said.push(doing), {
    cdk,
    wait: async () => {},
  });
  return { ...stack, prepared, said };
}

test('a scratch stack is deployed with its own settings, and keeps those of the folder', async () => {
  const { deploy, prepared, said } = scratch();

  const deployed = await deploy('eu-central-1', { messageRetentionDays: 31 });

  expect(deployed).toEqual({
    changed: true,
    key: expect.stringMatching(/^pr_/),
    accountId: expect.stringMatching(/^acc_/),
    deployment: expect.objectContaining({ baseUrl: 'https://api.example/v1' }),
  });
  expect(prepared.map(({ stack, settings }) => [stack, JSON.parse(settings)])).toEqual([
    [name, { stackName: name, deletionProtection: false, messageRetentionDays: 31 }],
  ]);
  expect(process.env.POSTRIDER_SETTINGS).toBe(at.settings);
  expect(said.every((doing) => doing.startsWith(`${name}: `))).toBe(true);
});

test('a scratch stack is removed with its data, and afterwards destroy finds nothing of it', async () => {
  const { destroy } = scratch();
  at.aws.stack = { ...stackOf('CREATE_COMPLETE'), id };
  at.aws.ends = 'DELETE_COMPLETE';
  at.aws.onEnd = () => {
    at.aws.stack = null;
  };

  await destroy('eu-central-1', true);

  expect(at.aws.writes).toContain('DeleteStack');
  expect(at.aws.stack).toBeNull();
  // From this sentence the lifecycle step knows that nothing is left.
  await expect(destroy('eu-central-1', true)).rejects.toThrow(
    `There is no stack ${name} in eu-central-1`,
  );
});

test('a scratch stack that AWS does not create says so, and restores the settings', async () => {
  const { deploy } = scratch();
  at.aws.ahead = [['CREATE_FAILED', 'Render', 'AWS::Lambda::Function', 'No such role']];
  at.aws.ends = 'ROLLBACK_COMPLETE';

  await expect(deploy('eu-central-1', {})).rejects.toThrow('failed and was rolled back');

  expect(process.env.POSTRIDER_SETTINGS).toBe(at.settings);
});
