import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readAssembly } from '../../local/template/assembly.ts';
import { readStack } from '../../local/template/stack-model.ts';
import { dataFolder } from './harness/deployment.ts';

const { functions } = readStack(readAssembly(join(dataFolder, 'cdk.out')));

/** The bundle of a function, as it was synthesised and as it would be deployed. */
function bundleOf(functionId: string): string {
  const [found, another] = [...functions.values()].filter(({ id }) => id === functionId);
  if (!found || another) throw new Error(`The stack has not one function ${functionId}`);
  return join(found.folder, 'index.js');
}

describe('the bundle of', () => {
  test.each([
    ['Authorizer', 240],
    ['Render', 260],
    ['Verify', 200],
    ['Execute', 560],
    ['Manage', 700],
  ])('%s is at most %d KB', (functionId, kilobytes) => {
    const { size } = statSync(bundleOf(functionId));

    expect(size).toBeLessThanOrEqual(kilobytes * 1024);
  });

  test.each([
    ['Verify', false],
    ['NotFound', false],
    ['Render', true],
  ])('%s has an AWS SDK in it: %s', (functionId, has) => {
    const code = readFileSync(bundleOf(functionId), 'utf8');

    // The header by which every client of the SDK names itself.
    expect(code.includes('x-amz-user-agent')).toBe(has);
    expect(/aws-sdk|AWS_ACCESS_KEY_ID|smithy/i.test(code)).toBe(has);
  });
});
