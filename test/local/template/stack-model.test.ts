import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAssembly } from '../../../local/template/assembly.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import {
  type FixtureOptions,
  readFixture,
  resource,
  throttle,
  writeAssembly,
} from '../support/assembly.ts';
import { dashboard } from '../support/dashboard.ts';

const plain: FixtureOptions = {
  functions: { authorizer: { code: '' }, render: { code: '' } },
  methods: [{ path: '/render', method: 'POST', fn: 'render', authorizer: true }],
};

const read = ({ functions, ...options }: Partial<FixtureOptions> = {}) =>
  readFixture({ ...plain, ...options, functions: { ...plain.functions, ...functions } });

/** A table with other settings. */
const table = (more: object) => ({
  Table: resource('DynamoDB::GlobalTable', {
    AttributeDefinitions: [{ AttributeName: 'hash', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'hash', KeyType: 'HASH' }],
    ...more,
  }),
});

/** A function of the stack with the bundle of another, or with other settings. */
const fn = (more: object = {}) =>
  resource('Lambda::Function', {
    Code: { S3Key: 'render.zip' },
    Handler: 'a.b',
    Runtime: 'nodejs24.x',
    ...more,
  });

const publicApi = resource('ApiGateway::RestApi', { BinaryMediaTypes: ['*/*'] });

test('a stack is read into the parts that run on this machine', () => {
  const { folder, stack } = read({
    functions: {
      authorizer: { code: '' },
      render: {
        code: '',
        timeoutSeconds: 10,
        memoryMb: 512,
        variables: { TABLE: { Ref: 'Keys' }, EMPTY: '' },
      },
    },
    resources: {
      Keys: table({
        ...{ BillingMode: 'PAY_PER_REQUEST', Replicas: [{ Region: { Ref: 'AWS::Region' } }] },
      }).Table,
      Role: resource('IAM::Role', { Whatever: { 'Fn::Unknown': 1 } }),
    },
    plan: { BurstLimit: 60, RateLimit: 1 },
    methodSettings: [
      throttle('/*', '*', 1, 1),
      { ...throttle('/~1render', 'POST', 9, 8), DataTraceEnabled: false },
    ],
    outputs: { Table: { Value: { Ref: 'Keys' } }, Stage: { Value: { Ref: 'Stage' } } },
  });

  const arn = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
  expect(stack.api.methods).toEqual([
    {
      path: '/render',
      httpMethod: 'POST',
      apiKeyRequired: true,
      functionArn: arn('render'),
      authorizer: { kind: 'function', arn: arn('authorizer'), header: 'authorization' },
      throttle: { ratePerSecond: 8, burst: 9 },
      timeoutMs: 29_000,
    },
  ]);
  expect(stack.functions.get(arn('render'))).toEqual({
    id: 'render',
    name: 'render',
    arn: arn('render'),
    folder: join(folder, 'asset.render'),
    handler: 'index.handler',
    timeoutMs: 10_000,
    memoryMb: 512,
    variables: { TABLE: 'fixture-Keys', EMPTY: '' },
  });
  expect(stack.tables).toEqual([
    {
      TableName: 'fixture-Keys',
      AttributeDefinitions: [{ AttributeName: 'hash', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'hash', KeyType: 'HASH' }],
    },
  ]);
  expect(stack.usagePlans).toEqual([{ id: 'Plan', name: 'Plan', ratePerSecond: 1, burst: 60 }]);
  expect(stack.outputs).toEqual({ Table: 'fixture-Keys', Stage: 'v1' });
});

test.each([
  [
    'a resource type that nobody taught it',
    { Stream: resource('Kinesis::Stream', {}) },
    'The stack has a resource of the type AWS::Kinesis::Stream (Stream), which the local run does not support',
  ],
  [
    'a property that nobody taught it',
    table({ ResourcePolicy: {} }),
    'The local run cannot run Table (AWS::DynamoDB::GlobalTable): it does not support ResourcePolicy.',
  ],
  [
    'an authorizer that remembers',
    {
      Authorizer: resource('ApiGateway::Authorizer', {
        Type: 'TOKEN',
        Name: 'a',
        AuthorizerUri: 'x/functions/arn:a/invocations',
        IdentitySource: 'method.request.header.Authorization',
        RestApiId: 'Api',
        AuthorizerResultTtlInSeconds: 300,
      }),
    },
    'The local run cannot run Authorizer (AWS::ApiGateway::Authorizer): AuthorizerResultTtlInSeconds: Invalid input: expected 0.',
  ],
  [
    'another runtime',
    { other: fn({ Runtime: 'python3.13' }) },
    'The local run cannot run other (AWS::Lambda::Function): Runtime: ',
  ],
  [
    'layers',
    { other: fn({ Layers: [] }) },
    'The local run cannot run other (AWS::Lambda::Function): it does not support Layers.',
  ],
  [
    'a bundle that was not made',
    { other: fn({ Code: { S3Key: 'x.zip' } }) },
    'The synthesis made no asset with the key x.zip.',
  ],
  [
    'a reference to nothing',
    table({ TableName: { Ref: 'None' } }),
    'The stack refers to None, which it does not have.',
  ],
  [
    'an attribute that nobody taught it',
    {
      ...table({ TableName: { 'Fn::GetAtt': ['Role', 'RoleId'] } }),
      Role: resource('IAM::Role', {}),
    },
    'The local run does not support the attribute RoleId of AWS::IAM::Role.',
  ],
  [
    'two APIs',
    {
      Second: publicApi,
      SecondStage: resource('ApiGateway::Stage', {
        ...{ StageName: 'second', RestApiId: { Ref: 'Second' } },
      }),
    },
    'The stack must have one REST API to run locally; it has 2.',
  ],
  [
    'users whose token needs no scope',
    { ...dashboard({ files: {}, scopes: [] }).resources, manage: fn() },
    'The local run supports methods for users only with scopes.',
  ],
])('a stack with %s stops the start', (_, resources, sentence) => {
  expect(() => read({ resources })).toThrow(sentence);
});

test('a stack may have a second API, for users of a pool', () => {
  const { stack } = read(dashboard({ files: {} }));

  expect(stack.api.id).toBe('Api');
  expect(stack.dashboard?.api).toEqual({
    id: 'Manage',
    stage: 'manage',
    methods: [
      {
        path: '/v1/{proxy+}',
        httpMethod: 'ANY',
        apiKeyRequired: false,
        functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:manage',
        authorizer: { kind: 'user-pool', scopes: ['openid'] },
        throttle: undefined,
        timeoutMs: 29_000,
      },
    ],
    gatewayResponses: expect.any(Array),
  });
});

test('an app without exactly one stack is refused', () => {
  const folder = writeAssembly(join(temporaryFolder(), 'cdk.out'), plain);
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts: {} }));

  expect(() => readAssembly(folder)).toThrow(
    'The app must have one stack to run locally; it has 0.',
  );
});
