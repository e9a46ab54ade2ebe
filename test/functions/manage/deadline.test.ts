import { startTables } from '../../dynalite.ts';
import { startFaultProxy } from '../../fault-proxy.ts';
import { expect, test } from '../../jest.ts';
import { type Asking, eventOf, problem, startDashboard } from './dashboard.ts';

const tables = await startTables();
const beforeTables = await startFaultProxy(tables.endpoint, () => 'pass');
const dashboard = await startDashboard({ AWS_ENDPOINT_URL_DYNAMODB: beforeTables.endpoint });

const authorizer = { accountId: 'acct_1' };
const template = { id: 'hello', name: 'Hello', subject: 'Hello', html: '<p>Hello</p>' };
const { id: _, name: __, ...draft } = template;
const run = { ...draft, data: {}, delivery: { _to: 'ada@example.net' } };
const send = { headers: { 'Idempotency-Key': 'k' }, body: { to: 'ada@example.net' } };

test.each<[string, string, Asking]>([
  ['GET', '/account', { authorizer: { claims: { sub: 'user-1' } } }],
  ['GET', '/account', { authorizer }],
  ['POST', '/templates', { authorizer, body: template }],
  ['GET', '/messages', { authorizer }],
  ['DELETE', '/api-keys/key_1', { authorizer }],
  ['POST', '/flow/run', { authorizer, body: run }],
  ['POST', '/templates/hello/test-send', { authorizer, ...send }],
])(
  "the dashboard's function answers with 500 and calls no table once its time is over: %s %s",
  async (method, path, asking) => {
    const answer = await dashboard.handle(eventOf(method, path, asking), 0);

    expect(answer).toEqual(problem(500, 'internal', 'Internal server error'));
    expect(beforeTables.calls).toEqual([]);
  },
);
