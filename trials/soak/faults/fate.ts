import { oneOf, type Random } from '../../harness/random.ts';

/** An error that the caller gets in place of the server's own answer. */
export interface Refusal {
  status: number;
  type: string;
  message: string;
}

export const crashes = ['on arrival', 'before the answer', 'after the answer'] as const;

/** What happens to one call. */
export interface Fate {
  /** Whether the call reaches the server: immediately, never, or late, mostly after its caller has given up. */
  effect: 'applied' | 'dropped' | 'late';
  /**
   * The answer on the socket; the whole answer of a late call is late as well. `upgrade`: a 101, after which the
   * server says nothing more.
   */
  answer: 'whole' | 'reset' | 'truncated' | 'drip' | 'nothing' | 'upgrade' | Refusal;
  /** When the caller is killed. */
  crash: 'never' | (typeof crashes)[number];
  /** Milliseconds by which a late call is late, or after which a caller is killed `after the answer`. */
  delayMs: number;
  /** Milliseconds that the server waits before the call takes effect, and then before it answers. */
  slowMs: { before: number; after: number };
  /** How old the result of a read without ConsistentRead is at most, in milliseconds. */
  lagMs: number;
}

export const harmless: Fate = {
  effect: 'applied',
  answer: 'whole',
  crash: 'never',
  delayMs: 0,
  slowMs: { before: 0, after: 0 },
  lagMs: 0,
};

export type Fault = Pick<Fate, 'effect' | 'answer'>;

/** The shares of calls that meet a fault and that kill their caller, and the faults. */
export interface Odds {
  faulted: number;
  crashed: number;
  faults: readonly [Fault, ...Fault[]];
}

const onTheSocket: readonly [Fault, ...Fault[]] = [
  { effect: 'dropped', answer: 'reset' },
  { effect: 'applied', answer: 'reset' },
  { effect: 'late', answer: 'reset' },
  { effect: 'late', answer: 'whole' },
  { effect: 'dropped', answer: 'nothing' },
  { effect: 'applied', answer: 'nothing' },
  { effect: 'applied', answer: 'truncated' },
  { effect: 'applied', answer: 'drip' },
];

/** The refusal of a call, which had no effect. */
const refused = (status: number, type: string, message: string): Fault => ({
  effect: 'dropped',
  answer: { status, type, message },
});

/** The same answer to a call without an effect, and to one with its effect. */
const either = (fault: Fault): [Fault, Fault] => [fault, { ...fault, effect: 'applied' }];

const sesRate = refused(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.');
const unavailable = refused(503, 'ServiceUnavailableException', 'Service unavailable');

/** For calls from the function to SES. */
export const sesOdds: Odds = {
  faulted: 0.2,
  crashed: 0.03,
  faults: [
    ...onTheSocket,
    ...either(refused(500, 'InternalServiceErrorException', 'Something went wrong')),
    ...either(unavailable),
    sesRate,
    refused(400, 'MessageRejected', 'Email address is not verified.'),
  ],
};

const throttled = refused(400, 'ProvisionedThroughputExceededException', 'Too many requests');

/** For calls from the function to the tables. */
export const tableOdds: Odds = {
  faulted: 0.085,
  crashed: 0.007,
  faults: [
    ...onTheSocket,
    ...either(refused(500, 'InternalServerError', 'Internal server error')),
    throttled,
  ],
};

/** For calls that delete the claim of an Idempotency-Key: the table mostly refuses all tries. */
export const claimDeletionOdds: Odds = { ...tableOdds, faulted: 0.8, faults: [throttled] };

/** For calls from the function to the queue and to the schedules. */
export const queueOdds: Odds = {
  faulted: 0.1,
  crashed: 0.02,
  faults: [
    ...onTheSocket,
    ...either(unavailable),
    refused(400, 'ThrottlingException', 'Rate exceeded'),
  ],
};

/** For calls from the function to the receiver of a webhook. */
export const receiverOdds: Odds = {
  faulted: 0.25,
  crashed: 0.05,
  faults: [
    ...onTheSocket,
    ...either(refused(500, 'Broken', 'Something went wrong')),
    sesRate,
    ...either({ effect: 'dropped', answer: 'upgrade' }),
  ],
};

const maxDelayMs = { late: 1600, crash: 4 };

/** The longest delay of a peer's calls, and the greatest age of a read's result, in milliseconds. */
export interface Slowness {
  slowMs: number;
  lagMs: number;
}

/** Draws what happens to a call. */
export function drawFate(
  random: Random,
  { faulted, crashed, faults }: Odds,
  { slowMs, lagMs }: Slowness = { slowMs: 0, lagMs: 0 },
): Fate {
  const fault = random() < faulted ? oneOf(random, faults) : harmless;
  const crash = random() < crashed ? oneOf(random, crashes) : 'never';
  const delayMs = random() * (fault.effect === 'late' ? maxDelayMs.late : maxDelayMs.crash);
  const wholeMs = random() * slowMs;
  const before = random() * wholeMs;
  const { effect, answer } = fault;
  return {
    effect,
    answer,
    crash,
    delayMs,
    slowMs: { before, after: wholeMs - before },
    lagMs: random() * lagMs,
  };
}
