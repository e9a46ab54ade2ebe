import { startTables } from '../../dynalite.ts';
import { startFaultProxy } from '../../fault-proxy.ts';
import { expect, test } from '../../jest.ts';
import { type Asking, eventOf, problem, startDashboard } from './dashboard.ts';

/** The function's time: shorter than the 3 s that a call of a table may take by itself. */
const functionMs = 400;

/** When a function is stopped that goes on; later than its time, for a machine that is busy. */
const stoppedAfterMs = 2000;

const tables = await startTables();
const beforeTables = await startFaultProxy(tables.endpoint, () => 'drip');
const dashboard = await startDashboard({ AWS_ENDPOINT_URL_DYNAMODB: beforeTables.endpoint });

/** Runs the function as Lambda does: not for ever. */
async function ask(method: string, path: string, asking: Asking) {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise((resolve) => {
    timer = setTimeout(resolve, stoppedAfterMs, 'the function was stopped');
  });
  const answer = dashboard.handle(eventOf(method, path, asking), functionMs);
  return Promise.race([answer, end]).finally(() => clearTimeout(timer));
}

const authorizer = { accountId: 'acct_1' };
const template = { id: 'hello', name: 'Hello', subject: 'Hello', html: '<p>Hello</p>' };
const { id: _, name: __, ...draft } = template;
const run = { ...draft, data: {}, delivery: { _to: 'ada@example.net' } };

test.each<[string, string, Asking]>([
  ['GET', '/account', { authorizer: { claims: { sub: 'user-1' } } }],
  ['GET', '/account', { authorizer }],
  ['POST', '/templates', { authorizer, body: template }],
  ['GET', '/messages', { authorizer }],
  ['DELETE', '/api-keys/key_1', { authorizer }],
  ['POST', '/flow/run', { authorizer, body: run }],
])(
  "the dashboard's function answers with 500 before its time is over if the tables answer byte by byte: %s %s",
  async (method, path, asking) => {
    const answer = await ask(method, path, asking);

    expect(answer).toEqual(problem(500, 'internal', 'Internal server error'));
  },
);
