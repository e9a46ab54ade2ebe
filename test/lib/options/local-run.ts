import { describe, expect, test } from '@jest/globals';
import { localOutputs } from '../../../local/local-outputs.ts';
import { samEnvironment } from '../../../local/sam/environment.ts';
import { readStack } from '../../../local/template/stack-model.ts';
import { Template } from '../../../local/template/template.ts';
import { full, plain } from './stacks.ts';

describe('the local run', () => {
  test('knows all that settings can put into the stack, and names its own addresses', () => {
    const template = new Template(full.json, 'test');
    const addresses = { api: 'http://127.0.0.1:3000', page: 'http://127.0.0.1:3001' };

    const stack = readStack({ template, assetFolder: (key) => key });
    expect(localOutputs(stack, { ...addresses, senders: ['*'] })).toMatchObject({
      Senders: '*',
      BaseUrl: 'http://127.0.0.1:3000/v1',
      DashboardUrl: 'http://127.0.0.1:3001',
    });
  });

  test('gives sam local every variable that a function declares, with its own tables and servers', () => {
    const template = new Template(plain.json, 'test');
    const { functions } = readStack({ template, assetFolder: (key) => key });
    const endpoints = {
      dynamodb: 'http://172.17.0.1:1',
      ses: 'http://172.17.0.1:2',
      apiGateway: 'http://172.17.0.1:3',
      dns: '172.17.0.1:4',
    };

    const environment = samEnvironment(
      functions.values(),
      { baseUrl: 'http://127.0.0.1:3000/v1', outputs: { Senders: 'a.example,b@b.example' } },
      endpoints,
    );

    const declared = [...functions.values()].flatMap(({ variables }) => Object.keys(variables));
    expect(Object.keys(environment)).toEqual(['Parameters']);
    expect(Object.keys(environment.Parameters).sort()).toEqual([...new Set(declared)].sort());
    expect(environment.Parameters).toMatchObject({
      AWS_ENDPOINT_URL_DYNAMODB: 'http://172.17.0.1:1',
      AWS_ENDPOINT_URL_SESV2: 'http://172.17.0.1:2',
      AWS_ENDPOINT_URL_API_GATEWAY: 'http://172.17.0.1:3',
      DNS_SERVERS: '172.17.0.1:4',
      BASE_URL: 'http://127.0.0.1:3000/v1',
      TEMPLATES_TABLE: expect.stringMatching(/^test-TablesTemplates/),
      SENDERS: 'a.example,b@b.example',
    });
  });
});
