import { randomUUID } from 'node:crypto';
import { executeRequest } from '../../../functions/execute/contract.ts';
import { type ExecutePorts, execute } from '../../../functions/execute/run.ts';
import { domainsInTime } from '../../../shared/adapters/dns/dns.ts';
import { sesSender } from '../../../shared/adapters/ses/ses.ts';
import { tableInTime } from '../../../shared/adapters/tables/dynamodb.ts';
import { listMessages } from '../../../shared/adapters/tables/messages-table-lists.ts';
import { messageStore } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { keepPending } from '../../../shared/adapters/tables/pending-table.ts';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { deadlineOf } from '../../../shared/deadline.ts';
import { runCheck } from '../../../shared/engine/flow/checks.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import type { ProxyAnswer, ProxyEvent } from '../../../shared/http/proxy.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { startTables, tablesOf, testClient } from '../../dynalite.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { type Call, type Fate, startFaultProxy } from '../../fault-proxy.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import { patienceMs, until } from '../../patience.ts';
import { catchPrinted } from '../../printed-lines.ts';
import { startSesStub } from '../../ses-stub.ts';
import { startClock } from '../clock.ts';
import { saveTemplate } from './saved-template.ts';
import { lookingUp } from './sending.ts';

/** The function's time in `lib/`. */
const functionMs = 15_000;

/** Real time limits that no call reaches: only the test's clock ends a call. */
const patient = { connectMs: patienceMs, answerMs: patienceMs };

const clock = startClock();
const printed = catchPrinted();
atEndOfFile(() => {
  clock.restore();
  printed.restore();
});

let accountId: string;
/** What happens to a call of the tables, and to one of SES. */
let tableFate: (call: Call) => Fate;
let sesFate: Fate;
/** The number of calls that never get an answer. */
let stuck: number;

const noting = (fate: Fate) => {
  if (fate === 'hang' || fate === 'drip') stuck += 1;
  return fate;
};
const tables = await startTables();
const beforeTables = await startFaultProxy(tables.endpoint, (call) => noting(tableFate(call)));
const ses = await startSesStub();
const beforeSes = await startFaultProxy(ses.url, () => noting(sesFate));
Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL_SESV2: beforeSes.endpoint,
});

beforeEach(async () => {
  accountId = `acc_${randomUUID()}`;
  await saveTemplate(tables.templates, accountId);
  tableFate = () => 'pass';
  sesFate = 'pass';
  stuck = 0;
  beforeTables.calls.length = 0;
  beforeSes.calls.length = 0;
});

/** One container of the function, with its own adapters. */
function startContainer() {
  const { templates, messages } = tablesOf(
    testClient(beforeTables.endpoint, { attempts: 2, ...patient }),
  );
  const beginning = tableInTime(messages, 'begin');
  const ports: ExecutePorts = {
    loadTemplate: templateLoader(tableInTime(templates, 'begin')),
    senderProblem: () => null,
    runCheck,
    lookupDomain: domainsInTime(() => {
      stuck += 1;
      return new Promise(() => {});
    }),
    store: messageStore(beginning, tableInTime(messages)),
    keepPending: keepPending.bind(null, beginning),
    deadline: { leftMs: () => deadlineOf().leftMs() },
    sendMail: sesSender({ configurationSet: 'set', times: { ...patient, wholeMs: 10_000 } }),
    retentionDays: 30,
    refusedRetentionDays: 7,
    later: null,
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
    sends: true,
    run: (request, caller, received) => execute(request, caller, received, ports),
  });
}

/** Runs the function. When only calls without an answer are left, moves the clock to their deadlines. */
async function invoke(): Promise<ProxyAnswer | 'the function ran out of time'> {
  const endsAtMs = clock.nowMs() + functionMs;
  const context = { getRemainingTimeInMillis: () => functionMs };
  const handler = startContainer();
  let isOver = false;
  const told = handler(event(), context as Parameters<typeof handler>[1]);
  void told.finally(() => {
    isOver = true;
  });
  for (;;) {
    await until(() => isOver || (stuck > 0 && stuck === clock.open()));
    if (isOver) return clock.nowMs() < endsAtMs ? told : 'the function ran out of time';
    stuck -= clock.toNextEnd();
  }
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

const records = async () =>
  (await listMessages(tables.messages, accountId, { limit: 10, nowMs: Date.now() })).messages;

describe('a function whose time runs out', () => {
  test('a function whose time runs out says that the mail may have been sent if every table is slow and SES hangs', async () => {
    // As slow as a call whose first try is lost. The claim is read in parallel with the template.
    tableFate = ({ operation }) => {
      if (operation !== 'BatchGetItem') clock.pass(1100);
      return 'pass';
    };
    sesFate = 'hang';

    expect(await invoke()).toEqual(mayHaveBeenSent);
    expect(beforeSes.calls).toHaveLength(1);
    expect(await records()).toMatchObject([{ state: 'UNKNOWN' }]);
  });

  test('a function whose time runs out says that the mail may have been sent if SES answers byte by byte', async () => {
    sesFate = 'drip';

    expect(await invoke()).toEqual(mayHaveBeenSent);
    expect(beforeSes.calls).toHaveLength(1);
    expect(await records()).toMatchObject([{ state: 'UNKNOWN' }]);
  });

  test.each(['drip', 'hang'] as const)(
    'a function whose time runs out says that the mail was sent if SES accepted it and the table does not store that: %s',
    async (fate) => {
      tableFate = ({ operation }) => (operation === 'UpdateItem' ? fate : 'pass');

      expect(await invoke()).toEqual(sent);
    },
  );

  test('a function whose time runs out sends nothing if DNS is silent', async () => {
    accountId = `acc_${randomUUID()}`;
    await saveTemplate(tables.templates, accountId, lookingUp);

    expect(await invoke()).toEqual(
      answer(500, { error: 'Domain lookup failed, try again' }, { 'retry-after': '1' }),
    );
    expect(beforeSes.calls).toEqual([]);
  });

  test.each(
    ['T#', 'R#', 'S#', '"I#', '"M#'].flatMap((of) => [
      { of, fate: 'hang' as const },
      { of, fate: 'drip' as const },
    ]),
  )(
    'a function whose time runs out sends nothing if a call of $of meets "$fate", and the next request sends',
    async ({ of, fate }) => {
      const isBroken = ({ operation, body }: Call) =>
        /GetItem|PutItem/.test(operation) && body.includes(of);
      tableFate = (call) => (isBroken(call) ? fate : 'pass');
      const told = await invoke();
      tableFate = () => 'pass';
      const calls = beforeSes.calls.length;

      const next = await invoke();

      expect({ told, calls, next }).toEqual({ told: internal, calls: 0, next: sent });
    },
  );
});

describe('an end that the table throttles', () => {
  test("a send's end that the table throttles is written after the throttle, and a repeat gets the same answer", async () => {
    let throttled = 0;
    tableFate = ({ operation }) =>
      operation === 'UpdateItem' && throttled++ < 4
        ? { status: 400, type: 'ProvisionedThroughputExceededException' }
        : 'pass';

    const answers = [await invoke(), await invoke()];

    expect(answers).toEqual([sent, repeated]);
    const [first, again] = answers.map((told) => (told as ProxyAnswer).body);
    expect(again).toBe(first);
    const { messageId } = JSON.parse(String(first)) as { messageId: string };
    expect(await records()).toMatchObject([{ state: 'SENT', sesMessageId: messageId }]);
  });

  test("a send's end that the table refuses permanently is not tried again", async () => {
    tableFate = ({ operation }) =>
      operation === 'UpdateItem' ? { status: 400, type: 'AccessDeniedException' } : 'pass';

    const told = await invoke();

    const writes = beforeTables.calls.filter(({ operation }) => operation === 'UpdateItem');
    expect(told).toEqual(sent);
    expect(writes).toHaveLength(1);
  });
});
