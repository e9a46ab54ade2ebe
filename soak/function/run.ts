import { randomBytes } from 'node:crypto';
import type { Stops } from '../../local/stops.ts';
import type { ProxyAnswer, ProxyEvent } from '../../shared/http/proxy.ts';
import { idempotencyHeader } from '../../shared/message/idempotency-key.ts';
import { leaseMs } from '../../shared/message/message-states.ts';
import { type Line, sendUntilEnd } from '../caller.ts';
import { sesOdds, tableOdds } from '../faults/fate.ts';
import { startFaultServer } from '../faults/server.ts';
import { type AcceptedMail, acceptInto } from '../faults/ses.ts';
import { forwardTo, operationOf } from '../faults/tables.ts';
import { type Judgement, judge, type Send } from '../judge.ts';
import { Lanes } from '../lanes.ts';
import { randomFrom } from '../random.ts';
import { readRecords } from '../records.ts';
import { within } from '../stopping.ts';
import { bodyOf, saveTemplate } from '../template.ts';
import { readTold } from '../told.ts';
import type { Break } from './breaks.ts';
import { Environment } from './environment.ts';
import { Meetings } from './meetings.ts';
import { startOwnTables } from './tables.ts';

export interface FunctionRunOptions {
  seed: number;
  sends: number;
  /** What is broken on purpose; null: nothing. */
  broken: Break | null;
  /** Environments at a time. Default: 16; most of them wait for a peer that does not answer. */
  environments?: number;
  /** Told, now and then, how many sends have ended. */
  progress?: (ended: number) => void;
}

export interface FunctionRun extends Judgement {
  done: Meetings['done'];
}

const accountId = 'acct_soak';

/** One send in so many comes without an Idempotency-Key. */
const withoutKey = 10;

/**
 * Sends through `execute` with its own adapters, in threads that are killed, while the sockets to
 * SES and to the tables break.
 */
export function runFunctions(options: FunctionRunOptions, outer: Stops): Promise<FunctionRun> {
  return within(outer, (stops) => run(options, stops));
}

async function run(
  { seed, sends: count, broken, environments = 16, progress }: FunctionRunOptions,
  stops: Stops,
): Promise<FunctionRun> {
  const { endpoint, ports } = await startOwnTables(stops);
  await saveTemplate(ports, accountId);
  const byCaller = new Map<string, Environment>();
  const meetings = new Meetings(seed, (caller) => byCaller.get(caller)?.kill());
  const accepted: AcceptedMail[] = [];
  const { ses, tables } = await startServers(endpoint, meetings, accepted, stops);
  for (let lane = 0; lane < environments; lane++) {
    const caller = String(lane);
    const urls = { dynamodbUrl: tables.urlFor(caller), sesUrl: ses.urlFor(caller) };
    const environment = new Environment({ settings: { broken }, ...urls });
    byCaller.set(
      caller,
      stops.add(environment, (each) => each.stop()),
    );
  }
  const sends = Array.from({ length: count }, (_, number) => newSend(seed, number));
  const line = lineTo(byCaller, meetings);
  // Two requests at once take two environments: a second one may have to wait for its own.
  const lanes = new Lanes([...byCaller.keys()]);
  let ended = 0;
  const one = async (send: Send) => {
    await sendUntilEnd(send, line, randomFrom(seed, send.id));
    ended += 1;
    progress?.(ended);
  };
  await Promise.all(sends.map((send) => lanes.use(() => one(send))));
  await Promise.all([ses.quiet(), tables.quiet()]);
  const records = await readRecords(ports, accountId);
  return { ...judge(sends, accepted, records), done: meetings.done };
}

async function startServers(
  dynamodb: string,
  meetings: Meetings,
  accepted: AcceptedMail[],
  stops: Stops,
) {
  const store = stops.add(forwardTo(dynamodb), ({ close }) => close());
  const tables = await startFaultServer({
    meet: (call) => meetings.meet(call, 'tables', operationOf(call), tableOdds),
    apply: store.apply,
  });
  stops.add(tables, ({ stop }) => stop());
  const ses = await startFaultServer({
    meet: (call) => meetings.meet(call, 'SES', 'SendEmail', sesOdds),
    apply: acceptInto(accepted),
  });
  stops.add(ses, ({ stop }) => stop());
  return { ses, tables };
}

function newSend(seed: number, number: number): Send {
  const id = `send-${seed}-${number}`;
  return { id, key: number % withoutKey === 0 ? null : `key-${id}`, told: [], endHit: false };
}

/** The line to the environments. A lease is not sat out: the clock of the send's requests goes on. */
function lineTo(byCaller: ReadonlyMap<string, Environment>, meetings: Meetings): Line {
  const lanes = new Lanes([...byCaller]);
  const aheadMs = new Map<string, number>();
  return {
    request: (send, attempt) =>
      lanes.use(async ([caller, environment]) => {
        meetings.begin(caller, send, attempt);
        const event = eventOf(send);
        const answer = await environment.invoke({ event, aheadMs: aheadMs.get(send.id) ?? 0 });
        meetings.end(caller);
        return toldBy(answer);
      }),
    untilLeaseIsOver: async ({ id }) => {
      aheadMs.set(id, (aheadMs.get(id) ?? 0) + leaseMs);
    },
  };
}

function toldBy(answer: ProxyAnswer | null) {
  if (answer === null) return { kind: 'nothing' } as const;
  return readTold(answer.statusCode, answer.body);
}

function eventOf({ id, key }: Send): ProxyEvent {
  return {
    headers: {
      'content-type': 'application/json',
      ...(key !== null && { [idempotencyHeader]: key }),
    },
    body: bodyOf(id),
    isBase64Encoded: false,
    requestContext: {
      extendedRequestId: randomBytes(12).toString('base64url'),
      authorizer: { accountId, keyId: 'key_soak' },
    },
  };
}
