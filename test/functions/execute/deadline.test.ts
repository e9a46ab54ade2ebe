import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { executeRequest } from '../../../functions/execute/contract.ts';
import { type ContainerPorts, portsWithin } from '../../../functions/execute/ports.ts';
import { execute } from '../../../functions/execute/run.ts';
import { withinRequest } from '../../../shared/adapters/call-times.ts';
import { domainsByDns } from '../../../shared/adapters/dns/dns.ts';
import { sesSender } from '../../../shared/adapters/ses/ses.ts';
import { listMessages } from '../../../shared/adapters/tables/messages-table-lists.ts';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { compileFlow } from '../../../shared/engine/flow/compile-flow.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import type { ProxyAnswer, ProxyEvent } from '../../../shared/http/proxy.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { type DnsServer, startDnsServer } from '../../dns-server.ts';
import { startTables, type TestTables, tablesOf, testClient } from '../../dynalite.ts';
import { type Call, type Fate, type FaultProxy, startFaultProxy } from '../../fault-proxy.ts';
import { catchPrinted, type PrintedLines } from '../../printed-lines.ts';
import { type SesStub, startSesStub } from '../../ses-stub.ts';
import { saveTemplate } from './saved-template.ts';

/** The function's time: shorter than the 15 s of `lib/`, and for a fault that lasts shorter still. */
const wholeMs = 10_000;
const shortMs = 2000;

let tables: TestTables;
let ses: SesStub;
let dns: DnsServer & { stop: () => Promise<void> };
let beforeTables: FaultProxy;
let beforeSes: FaultProxy;
let tableFate: (call: Call) => Fate;
let sesFate: Fate;
let accountId: string;
let printed: PrintedLines;

beforeAll(async () => {
  tables = await startTables();
  ses = await startSesStub();
  dns = await startDnsServer(() => 'silence');
});

beforeEach(async () => {
  printed = catchPrinted();
  tableFate = () => 'pass';
  sesFate = 'pass';
  ses.calls.length = 0;
  ses.script.length = 0;
  beforeTables = await startFaultProxy(tables.endpoint, (call) => tableFate(call));
  beforeSes = await startFaultProxy(ses.url, () => sesFate);
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_SESV2: beforeSes.endpoint,
  });
  accountId = `acc_${randomUUID()}`;
  await saveTemplate(tables.templates, accountId);
});

afterEach(async () => {
  printed.restore();
  await Promise.all([beforeTables.stop(), beforeSes.stop()]);
});

afterAll(() => Promise.all([dns.stop(), ses.stop(), tables.stop()]));

/** One container of the function, with its own adapters. */
function startContainer() {
  const { templates, messages } = tablesOf(testClient(beforeTables.endpoint, withinRequest));
  const container: ContainerPorts = {
    loadTemplate: templateLoader(templates),
    senderProblem: () => null,
    lookupDomain: domainsByDns(dns.address),
    sendMail: sesSender({ configurationSet: 'set' }),
    messages,
    retentionDays: 30,
    suppression: true,
    newMessageId,
    newOwner: randomUUID,
    epochMs: Date.now,
    now: () => 0,
  };
  return endpoint({
    name: 'execute',
    request: executeRequest,
    run: (request, caller, received) =>
      execute(request, caller, received, portsWithin(container, received.deadline)),
  });
}

type Told = ProxyAnswer | 'the function ran out of time';

/** Runs the function as Lambda does: for no longer than its time. */
async function invoke(functionMs = wholeMs): Promise<Told> {
  const handler = startContainer();
  const endsAtMs = performance.now() + functionMs;
  const context = { getRemainingTimeInMillis: () => endsAtMs - performance.now() };
  let timer: NodeJS.Timeout | undefined;
  const killed = new Promise<Told>((resolve) => {
    timer = setTimeout(resolve, functionMs, 'the function ran out of time');
  });
  const told = handler(event(), context as Parameters<typeof handler>[1]);
  return Promise.race([told, killed]).finally(() => clearTimeout(timer));
}

const event = (): ProxyEvent => ({
  headers: { 'content-type': 'application/json', 'idempotency-key': 'key' },
  body: JSON.stringify({
    templateId: 'hello',
    variables: { name: 'Ada' },
    _to: 'ada@example.org',
  }),
  isBase64Encoded: false,
  requestContext: { extendedRequestId: 'r-1', authorizer: { accountId, keyId: 'key_1' } },
});

const answer = (statusCode: number, body: object, headers = {}): ProxyAnswer => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers },
  body: JSON.stringify(body),
  isBase64Encoded: false,
});
const sent = answer(200, { success: true, type: 'sent', messageId: 'stub-1' });
const repeated = { ...sent, headers: { ...sent.headers, 'idempotent-replayed': 'true' } };
const mayHaveBeenSent = answer(200, {
  success: false,
  type: 'send_failed',
  error: 'The answer of SES was lost: the message may have been sent',
});
const internal = answer(500, { error: 'Internal server error' });

const records = async () =>
  (await listMessages(tables.messages, accountId, { limit: 10, nowMs: Date.now() })).messages;

/** The first try of every call is lost, and the second one takes nearly as long as it may. */
function slowEverywhere(): (call: Call) => Fate {
  const seen = new Set<string>();
  return ({ operation, body }) => {
    const isFirst = !seen.has(operation + body);
    seen.add(operation + body);
    return isFirst ? 'hang' : { slowMs: 100 };
  };
}

describe('a function whose time runs out', () => {
  test('says that the mail may have been sent where every table is slow and SES hangs', async () => {
    tableFate = slowEverywhere();
    sesFate = 'hang';

    const told = await invoke();

    expect(told).toEqual(mayHaveBeenSent);
    expect(beforeSes.calls).toHaveLength(1);
  });

  test("says that the mail may have been sent where SES's answer drips", async () => {
    sesFate = 'drip';

    const told = await invoke(shortMs);

    expect(told).toEqual(mayHaveBeenSent);
    expect(ses.calls).toHaveLength(1);
    expect(await records()).toMatchObject([{ state: 'UNKNOWN' }]);
  });

  test.each<Fate>(['drip', 'hang'])(
    'says that the mail was sent where SES accepted it and the table does not take its end: %s',
    async (fate) => {
      tableFate = ({ operation }) => (operation === 'UpdateItem' ? fate : 'pass');

      const told = await invoke(shortMs);

      expect(told).toEqual(sent);
    },
  );

  test('sends nothing where the DNS is silent', async () => {
    const check = { id: 'check', type: 'verification', kind: 'email_domain' };
    accountId = `acc_${randomUUID()}`;
    await saveTemplate(tables.templates, accountId, await planWith(check));

    const told = await invoke(shortMs);

    expect(told).toEqual(
      answer(500, { error: 'Domain lookup failed, try again' }, { 'retry-after': '1' }),
    );
    expect(ses.calls).toEqual([]);
  });

  test.each(
    ['T#', 'R#', 'S#', '"I#', '"M#'].flatMap((of) => [
      { of, fate: 'hang' as const },
      { of, fate: 'drip' as const },
    ]),
  )(
    'sends nothing where a call with $of meets "$fate", and the next request sends',
    async (fault) => {
      const isBroken = ({ operation, body }: Call) =>
        /GetItem|PutItem/.test(operation) && body.includes(fault.of);
      tableFate = (call) => (isBroken(call) ? fault.fate : 'pass');
      const told = await invoke(shortMs);
      tableFate = () => 'pass';
      const calls = ses.calls.length;

      const next = await invoke();

      expect({ told, calls, next }).toEqual({ told: internal, calls: 0, next: sent });
    },
  );
});

describe('an end that the table throttles', () => {
  test('is written when the throttle has passed, and a repeat gets the same answer', async () => {
    let throttled = 0;
    tableFate = ({ operation }) =>
      operation === 'UpdateItem' && throttled++ < 4
        ? { status: 400, type: 'ProvisionedThroughputExceededException' }
        : 'pass';

    const answers = [await invoke(), await invoke()];

    expect(answers).toEqual([sent, repeated]);
    expect(await records()).toMatchObject([{ state: 'SENT', sesMessageId: 'stub-1' }]);
  });

  test('is not tried again where the table refuses it for good', async () => {
    tableFate = ({ operation }) =>
      operation === 'UpdateItem' ? { status: 400, type: 'AccessDeniedException' } : 'pass';

    const told = await invoke();

    const writes = beforeTables.calls.filter(({ operation }) => operation === 'UpdateItem');
    expect(told).toEqual(sent);
    expect(writes).toHaveLength(1);
  });
});

/** The flow that checks with this node before it sends. */
function planWith(check: object) {
  const nodes = [
    { id: 'mail', type: 'template' },
    { id: 'send', type: 'provider', provider: 'ses', from: 'zoe@example.com' },
  ];
  const edges = [
    { from: 'check', to: 'mail' },
    { from: 'mail', to: 'send' },
  ];
  return compileFlow({ nodes: [check, ...nodes], edges }, { mailboxProblem: () => null });
}
