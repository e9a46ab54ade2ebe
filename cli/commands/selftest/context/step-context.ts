import { setTimeout as pause } from 'node:timers/promises';
import { type Account, createAccount } from '../../../../shared/manage/accounts.ts';
import { type Finding, skipped } from '../../../../shared/manage/doctor/check.ts';
import { NotKnown } from '../../../../shared/manage/doctor/not-known.ts';
import type { ReportedMessage } from '../../../../shared/message/message.ts';
import type { Plan } from '../../../../shared/plans.ts';
import type { Objects } from '../../../aws/buckets.ts';
import type { RequestLog } from '../../../aws/request-log.ts';
import type { Deployment } from '../../../connection/deployment.ts';
import type { DeleteAccountPorts } from '../../../upkeep/delete-account.ts';
import { accountName, makeKey, type TestAccount } from './accounts.ts';
import { type ApiRequest, differenceOf, type Http, type HttpAnswer, refusalOf } from './http.ts';
import type { Recorder } from './recording.ts';
import type { ScratchStack } from './scratch-stack.ts';
import type { WaitingTimes } from './waiting-times.ts';

/** Whether a new key became ready, and how long it took. */
export interface Readiness {
  /** Null if it is ready. */
  problem: string | null;
  /** The time from its creation to the first of three answers in a row, in milliseconds. */
  ms: number;
  refused: number;
}

export interface Monitor {
  samples: (dimensions: { endpoint: string; outcome: string }, since: Date) => Promise<number>;
  /** How often SQS has reported the age of a queue's oldest message. */
  ages: (queue: string, since: Date) => Promise<number>;
  alarms: () => Promise<ReadonlyMap<string, string>>;
}

export interface StepOptions {
  deployment: Deployment;
  ports: DeleteAccountPorts;
  waits: WaitingTimes;
  send: Http;
  to: string | undefined;
  /** Whether to run the test that takes 17 minutes. */
  slow: boolean;
  /** The public address of a tunnel to this port of this machine, for webhooks. */
  hook?: { url: string; port: number } | undefined;
  /** The buckets of `--bucket`, which the deployment attaches files from. */
  buckets: readonly string[];
  objects: (bucket: string) => Objects;
  /** The senders that SES has verified, as addresses for `from` in a flow. */
  senders: () => Promise<readonly string[]>;
  log: () => Promise<RequestLog>;
  /** CloudWatch; null on the local run. */
  monitor: Monitor | null;
  /** With `--lifecycle`: a second stack to deploy and to destroy; else null. */
  scratch: ScratchStack | null;
  progress: (doing: string) => void;
  /** Null without `--record`. */
  recorder: Recorder | null;
  signal: AbortSignal;
}

export class StepContext {
  readonly options: StepOptions;
  /** The accounts that this run has created and must remove. */
  readonly accounts: Account[] = [];
  private readonly opening = new Map<
    Plan,
    Promise<{ account: TestAccount; readiness: Readiness }>
  >();

  constructor(options: StepOptions) {
    this.options = options;
  }

  get ports(): DeleteAccountPorts {
    return this.options.ports;
  }

  get isLocal(): boolean {
    return this.options.deployment.endpoints.dynamodb !== undefined;
  }

  /** Why this deployment sends no mails later and no events; null if it does. */
  get switchedOff(): Finding | null {
    if (this.options.deployment.dueQueue !== undefined) return null;
    return skipped('This stack sends nothing later: its settings say "later": false');
  }

  async call({ path, key, headers, ...request }: ApiRequest): Promise<HttpAnswer> {
    const { deployment, recorder } = this.options;
    const answer = await this.fetch(`${deployment.baseUrl}${path}`, {
      ...request,
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...headers,
      },
    });
    recorder?.exchange(
      { method: request.method ?? 'POST', path, key, headers, ...request },
      answer,
    );
    return answer;
  }

  /** Makes any other HTTP request. It is not recorded. */
  async fetch(...[url, request]: Parameters<Http>): Promise<HttpAnswer> {
    this.options.signal.throwIfAborted();
    return this.options.send(url, request);
  }

  keep(record: ReportedMessage): void {
    this.options.recorder?.message(record);
  }

  /** The run's account on a plan, with a key that is ready. Throws `NotKnown` if the key does not become ready. */
  async account(plan: Plan = 'team'): Promise<TestAccount> {
    const { account, readiness } = await this.opened(plan);
    if (readiness.problem === null) return account;
    throw new NotKnown(`No key is ready: ${readiness.problem}`);
  }

  async readiness(plan: Plan = 'team'): Promise<Readiness> {
    return (await this.opened(plan)).readiness;
  }

  async newKey({ accountId }: TestAccount): Promise<{ keyId: string; key: string }> {
    const made = await makeKey(this.ports, accountId);
    const { problem } = await this.untilReady(made.key);
    if (problem !== null) throw new NotKnown(`The second key is not ready: ${problem}`);
    return made;
  }

  /** Repeats `look` until it returns a value; null after `limitMs`. */
  async until<T>(limitMs: number, look: () => Promise<T | null>): Promise<T | null> {
    for (const end = Date.now() + limitMs; ; ) {
      const found = await look();
      if (found !== null || Date.now() >= end) return found;
      await this.sleep(this.options.waits.pollMs);
    }
  }

  /** Waits, or throws when the run is interrupted. */
  async sleep(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.options.signal });
  }

  private opened(plan: Plan) {
    const opening = this.opening.get(plan) ?? this.open(plan);
    this.opening.set(plan, opening);
    return opening;
  }

  private async open(plan: Plan) {
    this.options.signal.throwIfAborted();
    const { ports } = this;
    const made = await createAccount(ports, { name: accountName(ports.now(), plan), plan });
    this.accounts.push(made);
    const account = { accountId: made.accountId, ...(await makeKey(ports, made.accountId)) };
    return { account, readiness: await this.untilReady(account.key) };
  }

  /** A key is ready after three answers in a row: API Gateway distributes it to its servers one by one. */
  private async untilReady(key: string): Promise<Readiness> {
    const { keyMs } = this.options.waits;
    const startedAt = Date.now();
    const state = { refused: 0, inARow: 0, firstAt: 0 };
    const problem = await this.until(keyMs, async () => {
      const answer = await this.call({ path: '/render', key, body: '{}' });
      if (differenceOf(answer, answeredKey) === null) {
        if (state.inARow++ === 0) state.firstAt = Date.now();
        return state.inARow === 3 ? '' : null;
      }
      state.inARow = 0;
      state.refused++;
      const difference = differenceOf(answer, refusalOf('keyNotReady'));
      return difference === null ? null : `a request with it ${difference}`;
    });
    const { refused, firstAt } = state;
    if (problem === '') return { problem: null, ms: firstAt - startedAt, refused };
    const late = `it still gets 503 after ${keyMs / 1000} seconds`;
    return { problem: problem ?? late, ms: Date.now() - startedAt, refused };
  }
}

/** This refusal shows that API Gateway accepted the key: the request only lacks its template. */
const answeredKey = refusalOf('required', 'template_id');
