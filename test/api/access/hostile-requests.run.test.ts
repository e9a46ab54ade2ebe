import fc from 'fast-check';
import { breachesBy } from '../../../client/openapi/breaches.ts';
import { type Endpoint, endpoints } from '../../../lib/routes.ts';
import { exchange, readAnswers } from '../../../trials/fuzz/requests/exchange.ts';
import { openFuzzAccounts } from '../../../trials/fuzz/requests/fuzz-accounts.ts';
import { broken } from '../../../trials/fuzz/requests/invariants.ts';
import { type Trial, tryEndpoint } from '../../../trials/fuzz/requests/property.ts';
import {
  type FuzzRequest,
  printRequest,
  requestTo,
  toWire,
} from '../../../trials/fuzz/requests/request.ts';
import { describe, expect, test } from '../../jest.ts';
import { operatorOf } from '../harness/account.ts';
import { deployment } from '../harness/deployment.ts';
import { shapes } from '../harness/promised.ts';

const port = Number(new URL(deployment.baseUrl).port);
const accounts = await openFuzzAccounts(operatorOf(), port, 1);
const promise = breachesBy(shapes);

/** 500 in all; `npm run fuzz -- requests` sends many more. */
const runs = {
  render: 170,
  execute: 170,
  verify: 160,
  message: 160,
  cancel: 160,
  batch: 160,
} as const satisfies Record<Endpoint, number>;

test.each(endpoints)(
  'every answer of %s has the shape of the document, and shows nothing of other accounts, whatever is sent',
  async (endpoint) => {
    const statuses = new Set<number>();
    const trial: Trial = {
      ...{ accounts, promise },
      onHeld: (status) => statuses.add(status),
    };

    const result = await tryEndpoint({ endpoint, runs: runs[endpoint], seed: 1 }, trial);

    const [found] = result.counterexample ?? [];
    expect([found && printRequest(found), String(result.errorInstance ?? 'held')]).toEqual([
      undefined,
      'held',
    ]);
    // If the gateway refused every request, the run would not test the functions.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 415]));
  },
);

describe('the check of the invariants', () => {
  const [request] = fc.sample(requestTo('render'), { numRuns: 1, seed: 1 }) as [FuzzRequest];
  const [sender] = accounts.senders;
  if (!sender) throw new Error('Nobody sends');
  const asked: FuzzRequest = {
    ...request,
    ...{ method: 'POST', target: '/v1/render', key: 'own', framing: 'length', close: true },
    headers: [
      ['host', 'own'],
      ['content-type', 'application/json'],
    ],
    body: { bytes: Buffer.from('{"template_id":"plain"}'), encoding: null },
  };
  const answerOf = (status: string, text: string, type = 'application/json') =>
    Buffer.from(
      `HTTP/1.1 ${status} X\r\nContent-Type: ${type}\r\nX-Request-Id: 0123456789abcdef\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  const judged = (bytes: Buffer) =>
    broken({
      ...{ request: asked, sender, canaries: accounts.canaries, promise },
      exchange: readAnswers(bytes, false),
    });

  test("the service's answers keep the invariants", async () => {
    const exchanged = await exchange(port, toWire(asked, sender));

    const { canaries } = accounts;
    expect(broken({ request: asked, exchange: exchanged, sender, canaries, promise })).toEqual([]);
    expect(exchanged.answers.map(({ status }) => status)).toEqual([200]);
  });

  test.each<[string, Buffer]>([
    ['no answer', Buffer.alloc(0)],
    ['half an answer', answerOf('200', '{"html":"","subject":""}').subarray(0, -3)],
    ['a fault', answerOf('500', '{"error":"Internal server error"}')],
    ['an unknown sentence', answerOf('400', '{"error":"Something is wrong"}')],
    ['an unknown status', answerOf('402', '{"error":"Not found"}')],
    ['more than the document has', answerOf('200', '{"html":"","subject":"","more":1}')],
    ['no JSON', answerOf('404', '{"error":"Template not found"}', 'text/html')],
    ["another account's text", answerOf('200', '{"html":"CANARY-HTML","subject":""}')],
    ['a key', answerOf('200', `{"html":"${sender.keys.own}","subject":""}`)],
  ])('the check of the invariants finds a breach in %s', (_, bytes) => {
    expect(judged(bytes)).not.toEqual([]);
  });
});
