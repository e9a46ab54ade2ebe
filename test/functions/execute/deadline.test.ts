import { randomUUID } from 'node:crypto';
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
import { compileUnsubscribe } from '../../../shared/manage/templates/compile-unsubscribe.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { type DnsServer, startDnsServer } from '../../dns-server.ts';
import { startTables, tablesOf, testClient } from '../../dynalite.ts';
import { type Call, type Fate, type FaultProxy, startFaultProxy } from '../../fault-proxy.ts';
import { afterAll, describe, expect, test } from '../../jest.ts';
import { catchPrinted } from '../../printed-lines.ts';
import { startSesStub } from '../../ses-stub.ts';
import { saveTemplate } from './saved-template.ts';

/** The function's time: shorter than the 15 s of `lib/`, and for a fault that lasts shorter still. */
const wholeMs = 10_000;
const shortMs = 2000;

let dns: DnsServer & { stop: () => Promise<void> };

const printed = catchPrinted();
const tables = await startTables();
const ses = await startSesStub();
dns = await startDnsServer(() => 'silence');
// A mail names its account in a tag, so the tests can run at once.
const beforeSes = await startFaultProxy(ses.url, ({ body }) => {
  const [, fate] = [...sesFates].find(([accountId]) => body.includes(accountId)) ?? [];
  return fate ?? 'pass';
});
Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL_SESV2: beforeSes.endpoint,
});

afterAll(async () => {
  printed.restore();
  await Promise.all([beforeSes.stop(), dns.stop(), ses.stop(), tables.stop()]);
});

/** What happens to the mails of an account on their way to SES; else they pass. */
const sesFates = new Map<string, Fate>();

/** One account with one template, whose calls of the tables go through a proxy. */
interface World {
  accountId: string;
  /** What happens to a call of the tables; may be changed. Default: it passes. */
  tableFate: (call: Call) => Fate;
  proxy: FaultProxy;
  invoke: (functionMs?: number) => Promise<Told>;
}

/** Runs a test in its own account. `plan` is the flow's; default: it sends. */
async function inWorld(
  use: (world: World) => Promise<void>,
  plan?: Parameters<typeof saveTemplate>[2],
): Promise<void> {
  const accountId = `acc_${randomUUID()}`;
  await saveTemplate(tables.templates, accountId, plan);
  const proxy = await startFaultProxy(tables.endpoint, (call) => world.tableFate(call));
  const world: World = {
    accountId,
    tableFate: () => 'pass',
    proxy,
    invoke: (functionMs = wholeMs) => invoke(proxy.endpoint, accountId, functionMs),
  };
  await use(world).finally(proxy.stop);
}

/** The calls of SES for an account. */
const sendsOf = ({ accountId }: World) =>
  beforeSes.calls.filter(({ body }) => body.includes(accountId));

/** One container of the function, with its own adapters. */
function startContainer(tablesEndpoint: string) {
  const { templates, messages } = tablesOf(testClient(tablesEndpoint, withinRequest));
  const container: ContainerPorts = {
    loadTemplate: templateLoader(templates),
    senderProblem: () => null,
    lookupDomain: domainsByDns(dns.address),
    sendMail: sesSender({ configurationSet: 'set' }),
    messages,
    retentionDays: 30,
    refusedRetentionDays: 7,
    wakeUps: null,
    suppression: true,
    newMessageId,
    newTestMessageId,
    newOwner: randomUUID,
    epochMs: Date.now,
    now: () => 0,
  };
  return endpoint({
    name: 'execute',
    scope: { name: 'execute' },
    request: executeRequest,
    run: (request, caller, received) =>
      execute(request, caller, received, portsWithin(container, received.deadline)),
  });
}

type Told = ProxyAnswer | 'the function ran out of time';

/** Runs the function as Lambda does: for no longer than its time. */
async function invoke(
  tablesEndpoint: string,
  accountId: string,
  functionMs: number,
): Promise<Told> {
  const handler = startContainer(tablesEndpoint);
  const endsAtMs = performance.now() + functionMs;
  const context = { getRemainingTimeInMillis: () => endsAtMs - performance.now() };
  let timer: NodeJS.Timeout | undefined;
  const killed = new Promise<Told>((resolve) => {
    timer = setTimeout(resolve, functionMs, 'the function ran out of time');
  });
  const told = handler(event(accountId), context as Parameters<typeof handler>[1]);
  return Promise.race([told, killed]).finally(() => clearTimeout(timer));
}

const event = (accountId: string): ProxyEvent => ({
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
const recorded = { 'x-message-id': expect.stringMatching(/^[0-9A-Z]{26}$/) };
const sent = {
  ...answer(200, {}, recorded),
  body: expect.stringMatching(/^\{"success":true,"type":"sent","messageId":"stub-\d+"\}$/),
};
const repeated = { ...sent, headers: { ...sent.headers, 'idempotent-replayed': 'true' } };
const mayHaveBeenSent = answer(
  200,
  {
    success: false,
    type: 'send_failed',
    error: 'The answer of SES was lost: the message may have been sent',
  },
  recorded,
);
const internal = answer(500, { error: 'Internal server error' });

const recordsOf = async ({ accountId }: World) =>
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
  test.concurrent('a function whose time runs out says that the mail may have been sent if every table is slow and SES hangs', () =>
    inWorld(async (world) => {
      world.tableFate = slowEverywhere();
      sesFates.set(world.accountId, 'hang');

      const told = await world.invoke();

      expect(told).toEqual(mayHaveBeenSent);
      expect(sendsOf(world)).toHaveLength(1);
    }));

  test.concurrent('a function whose time runs out says that the mail may have been sent if SES answers byte by byte', () =>
    inWorld(async (world) => {
      sesFates.set(world.accountId, 'drip');

      const told = await world.invoke(shortMs);

      expect(told).toEqual(mayHaveBeenSent);
      expect(sendsOf(world)).toHaveLength(1);
      expect(await recordsOf(world)).toMatchObject([{ state: 'UNKNOWN' }]);
    }));

  for (const fate of ['drip', 'hang'] as const)
    test.concurrent(`a function whose time runs out says that the mail was sent if SES accepted it and the table does not store that: ${fate}`, () =>
      inWorld(async (world) => {
        world.tableFate = ({ operation }) => (operation === 'UpdateItem' ? fate : 'pass');

        const told = await world.invoke(shortMs);

        expect(told).toEqual(sent);
      }));

  test.concurrent('a function whose time runs out sends nothing if DNS is silent', async () => {
    const check = { id: 'check', type: 'verification', kind: 'email_domain' };
    await inWorld(
      async (world) => {
        const told = await world.invoke(shortMs);

        expect(told).toEqual(
          answer(500, { error: 'Domain lookup failed, try again' }, { 'retry-after': '1' }),
        );
        expect(sendsOf(world)).toEqual([]);
      },
      await planWith(check),
    );
  });

  const faults = ['T#', 'R#', 'S#', '"I#', '"M#'].flatMap((of) => [
    { of, fate: 'hang' as const },
    { of, fate: 'drip' as const },
  ]);
  for (const fault of faults)
    test.concurrent(`a function whose time runs out sends nothing if a call of ${fault.of} meets "${fault.fate}", and the next request sends`, () =>
      inWorld(async (world) => {
        const isBroken = ({ operation, body }: Call) =>
          /GetItem|PutItem/.test(operation) && body.includes(fault.of);
        world.tableFate = (call) => (isBroken(call) ? fault.fate : 'pass');
        const told = await world.invoke(shortMs);
        world.tableFate = () => 'pass';
        const calls = sendsOf(world).length;

        const next = await world.invoke();

        expect({ told, calls, next }).toEqual({ told: internal, calls: 0, next: sent });
      }));
});

describe('an end that the table throttles', () => {
  test.concurrent("a send's end that the table throttles is written after the throttle, and a repeat gets the same answer", () =>
    inWorld(async (world) => {
      let throttled = 0;
      world.tableFate = ({ operation }) =>
        operation === 'UpdateItem' && throttled++ < 4
          ? { status: 400, type: 'ProvisionedThroughputExceededException' }
          : 'pass';

      const answers = [await world.invoke(), await world.invoke()];

      expect(answers).toEqual([sent, repeated]);
      const [first, again] = answers.map((told) => (told as ProxyAnswer).body);
      expect(again).toBe(first);
      const { messageId } = JSON.parse(String(first)) as { messageId: string };
      expect(await recordsOf(world)).toMatchObject([{ state: 'SENT', sesMessageId: messageId }]);
    }));

  test.concurrent("a send's end that the table refuses for good is not tried again", () =>
    inWorld(async (world) => {
      world.tableFate = ({ operation }) =>
        operation === 'UpdateItem' ? { status: 400, type: 'AccessDeniedException' } : 'pass';

      const told = await world.invoke();

      const writes = world.proxy.calls.filter(({ operation }) => operation === 'UpdateItem');
      expect(told).toEqual(sent);
      expect(writes).toHaveLength(1);
    }));
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
  return compileFlow(
    { nodes: [check, ...nodes], edges },
    { mailboxProblem: () => null, compileUnsubscribe },
  );
}
