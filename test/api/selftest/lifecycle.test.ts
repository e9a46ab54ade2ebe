import type { ScratchStack } from '../../../cli/commands/selftest/context/scratch-stack.ts';
import { lifecycle } from '../../../cli/commands/selftest/steps/lifecycle.ts';
import { localDeployment } from '../../../cli/connection/local-deployment.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { dataFolder } from '../harness/deployment.ts';
import { found } from './step-context.ts';

type Fault = 'no import' | 'no change' | 'stuck' | 'other region' | 'no queue' | undefined;

/** Stands in for CloudFormation with one stack, whose service is the run that all tests share. */
async function stackWith(fault: Fault, ...regions: string[]) {
  const { key, accountId } = await openAccount();
  const deployment = await localDeployment(dataFolder);
  const log: string[] = [];
  const stacks = new Set<string>();
  const tables = new Set<string>();
  const scratch: ScratchStack = {
    name: 'mail-selftest-1',
    regions,
    deploy: async (region = '', settings) => {
      log.push(`deploy ${region} ${JSON.stringify(settings)}`);
      if (fault === 'other region' && region === regions[1]) throw new ManageError('It is taken');
      const isNew = !stacks.has(region);
      const takesIn = tables.has(region) && fault !== 'no import';
      stacks.add(region);
      tables.add(region);
      return {
        changed: fault !== 'no change' || isNew,
        key: isNew && !takesIn ? key : null,
        accountId,
        deployment: { ...deployment, ...(fault === 'no queue' && { dueQueue: undefined }) },
      };
    },
    destroy: async (region = '', deleteData) => {
      log.push(`destroy ${region}${deleteData ? ' with data' : ''}`);
      if (fault === 'stuck') throw new ManageError('The removal failed: DELETE_FAILED');
      const isThere = stacks.delete(region) || (deleteData && tables.has(region));
      if (!isThere)
        throw new ManageError(`There is no stack in ${region}`, [], { code: 'unknown' });
      if (deleteData) tables.delete(region);
    },
  };
  return { scratch, log };
}

describe('lifecycle', () => {
  test('the step lifecycle deploys and removes a stack in two regions', async () => {
    const { scratch, log } = await stackWith(undefined, 'eu-west-1', 'us-east-1');

    expect(await found(lifecycle, { scratch })).toEqual({
      status: 'ok',
      found: expect.stringMatching(
        /^A second stack was deployed, changed, removed and deployed again with its old key; its first removal took \d+\.\d minutes, and its 101 scheduled mails were woken up again\. It was deployed in us-east-1 too, and both were removed with their data$/,
      ),
    });
    expect(log).toEqual([
      'deploy eu-west-1 {}',
      'deploy eu-west-1 {"messageRetentionDays":31}',
      'destroy eu-west-1',
      'deploy eu-west-1 {"messageRetentionDays":31}',
      'deploy us-east-1 {}',
      'destroy eu-west-1 with data',
      'destroy us-east-1 with data',
    ]);
  });

  test('the step lifecycle lets the second stack send from an identity that the first one owns', async () => {
    const { scratch, log } = await stackWith(undefined, 'eu-west-1');
    const deployment = { ...(await localDeployment(dataFolder)), senders: ['a.example'] };

    await found(lifecycle, { scratch, deployment, senders: async () => ['selftest@a.example'] });

    expect(log[0]).toBe(
      'deploy eu-west-1 {"senders":["a.example"],"identities":{"a.example":{"existing":true}}}',
    );
  });

  test('the step lifecycle is skipped without --lifecycle', async () => {
    expect(await found(lifecycle)).toMatchObject({ status: 'skipped' });
  });

  test.each<[string, Fault, RegExp]>([
    ['tables are not taken in', 'no import', /^The second deployment created a new key: /],
    ['a change changes nothing', 'no change', /^Another setting did not change the stack$/],
    [
      'the stack cannot be removed',
      'stuck',
      /^mail-selftest-1 could not be removed: eu-west-1: The removal failed: DELETE_FAILED/,
    ],
    [
      'its scheduled mails cannot be woken up',
      'no queue',
      /^This deployment has scheduled sends switched off$/,
    ],
    ['a second region does not take it', 'other region', /^It is taken$/],
  ])('the step lifecycle is broken if %s', async (_, fault, sentence) => {
    const { scratch, log } = await stackWith(fault, 'eu-west-1', 'us-east-1');

    const finding = await found(lifecycle, { scratch });

    expect(finding).toMatchObject({ status: 'broken', found: expect.stringMatching(sentence) });
    expect(log.at(-1)).toBe('destroy us-east-1 with data');
  });
});
