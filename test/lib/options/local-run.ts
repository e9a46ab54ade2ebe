import { describe, expect, test } from 'vitest';
import { localOutputs } from '../../../local/local-outputs.ts';
import { readStack } from '../../../local/template/stack-model.ts';
import { Template } from '../../../local/template/template.ts';
import { full } from './stacks.ts';

describe('the local run', () => {
  test('the local run knows everything that settings can put into the stack, and uses its own addresses', () => {
    const template = new Template(full.json, 'test');
    const addresses = { api: 'http://127.0.0.1:3000', page: 'http://127.0.0.1:3001' };

    const stack = readStack({ template, assetFolder: (key) => key });
    expect(localOutputs(stack, { ...addresses, senders: ['*'] })).toMatchObject({
      Senders: '*',
      BaseUrl: 'http://127.0.0.1:3000/v1',
      DashboardUrl: 'http://127.0.0.1:3001',
    });
  });
});
