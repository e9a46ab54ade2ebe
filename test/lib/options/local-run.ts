import { localOutputs } from '../../../local/local-outputs.ts';
import { readStack } from '../../../local/template/stack-model.ts';
import { Template } from '../../../local/template/template.ts';
import { expect, test } from '../../jest.ts';
import { full } from './stacks.ts';

test('the local run supports every resource that settings can add to the stack, and puts its own addresses into the outputs', () => {
  const template = new Template(full.json, 'test');
  const addresses = { api: 'http://127.0.0.1:3000', page: 'http://127.0.0.1:3001' };

  const stack = readStack({ template, assetFolder: (key) => key });
  expect(localOutputs(stack, { ...addresses, senders: ['*'] })).toMatchObject({
    Senders: '*',
    BaseUrl: 'http://127.0.0.1:3000/v1',
    DoorsUrl: 'http://127.0.0.1:3000/doors',
    DashboardUrl: 'http://127.0.0.1:3001',
  });
});
