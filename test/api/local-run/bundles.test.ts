import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readAssembly } from '../../../local/template/assembly.ts';
import { readStack } from '../../../local/template/stack-model.ts';
import { describe, expect, test } from '../../jest.ts';
import { dataFolder } from '../harness/deployment.ts';

const { functions } = readStack(readAssembly(join(dataFolder, 'cdk.out')));

function bundleOf(functionId: string): string {
  const [found, another] = [...functions.values()].filter(({ id }) => id === functionId);
  if (!found || another) throw new Error(`The stack has not one function ${functionId}`);
  return join(found.folder, 'index.js');
}

describe('the bundle of a function', () => {
  test.each([
    ['Execute', ['htmlparser2.js', 're2js.js']],
    ['Render', []],
  ])('what few requests need of %s is in files of their own', (functionId, files) => {
    const beside = readdirSync(dirname(bundleOf(functionId))).filter((name) => name !== 'index.js');

    expect(beside.sort()).toEqual(files);
  });

  test.each([
    ['Authorizer', 60],
    ['Render', 130],
    ['Verify', 200],
    ['Message', 127],
    ['Cancel', 150],
    ['Batch', 196],
    ['Execute', 219],
    ['Webhooks', 85],
    ['Events', 105],
    ['Due', 184],
    // It compiles templates, judges them for mail clients (90 KB), counts usage and forgets people; no caller of the
    // API waits for it.
    ['Manage', 738],
  ])('the bundle of %s is at most %d KB', (functionId, kilobytes) => {
    const { size } = statSync(bundleOf(functionId));

    expect(size).toBeLessThanOrEqual(kilobytes * 1024);
  });

  test.each([
    ['Verify', false],
    ['NotFound', false],
    ['Render', true],
  ])('the bundle of %s can sign a call to AWS: %s', (functionId, can) => {
    const code = readFileSync(bundleOf(functionId), 'utf8');

    expect(code.includes('AWS4-HMAC-SHA256')).toBe(can);
    expect(/aws-sdk|AWS_ACCESS_KEY_ID|smithy/i.test(code)).toBe(can);
  });

  test.each([
    'Authorizer',
    'Render',
    'Execute',
    'Message',
    'Cancel',
    'Batch',
    'Events',
    'Due',
    'Webhooks',
  ])('the bundle of %s has no whole client of the SDK', (functionId) => {
    // Every client of the SDK sends this header to identify itself.
    expect(readFileSync(bundleOf(functionId), 'utf8')).not.toContain('x-amz-user-agent');
  });

  test.each(['Authorizer', 'Render', 'Execute', 'Batch', 'Due'])(
    'the bundle of %s has nothing of what judges mails for mail clients',
    (functionId) => {
      expect(readFileSync(bundleOf(functionId), 'utf8')).not.toMatch(
        /css-display-flex|client-breaks/,
      );
    },
  );
});
