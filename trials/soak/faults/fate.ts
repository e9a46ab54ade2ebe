import { oneOf, type Random } from '../random.ts';

/** An answer that says no, in place of the server's own. */
export interface Refusal {
  status: number;
  type: string;
  message: string;
}

/** What becomes of one call on its way. */
export interface Fate {
  /** Whether it reaches the server: at once, not at all, or some time later, mostly when its caller gave it up. */
  effect: 'applied' | 'dropped' | 'late';
  /** What comes back on the socket; of a late call, its whole answer comes late as well. */
  answer: 'whole' | 'reset' | 'truncated' | 'drip' | 'nothing' | Refusal;
  /** When the caller is killed over it. */
  crash: 'never' | 'on arrival' | 'before the answer' | 'after the answer';
  /** Milliseconds that a late call takes longer, and a caller still lives after an answer. */
  delayMs: number;
  /** Milliseconds that the server takes before the call takes effect, and again before it answers. */
  slowMs: { before: number; after: number };
  /** How many milliseconds old what is read may be, where the read does not ask for the newest. */
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

/** How often something happens to a call, and what. */
export interface Odds {
  faulted: number;
  crashed: number;
  faults: readonly [Fault, ...Fault[]];
}

const refusal = (status: number, type: string, message: string): Refusal => ({
  status,
  type,
  message,
});

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

const sesFault = refusal(500, 'InternalServiceErrorException', 'Something went wrong');
const sesDown = refusal(503, 'ServiceUnavailableException', 'Service unavailable');

/** Between the function and SES. */
export const sesOdds: Odds = {
  faulted: 0.2,
  crashed: 0.03,
  faults: [
    ...onTheSocket,
    { effect: 'dropped', answer: sesFault },
    { effect: 'applied', answer: sesFault },
    { effect: 'dropped', answer: sesDown },
    { effect: 'applied', answer: sesDown },
    {
      effect: 'dropped',
      answer: refusal(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.'),
    },
    {
      effect: 'dropped',
      answer: refusal(400, 'MessageRejected', 'Email address is not verified.'),
    },
  ],
};

const tablesFault = refusal(500, 'InternalServerError', 'Internal server error');

/** Between the function and the tables. */
export const tableOdds: Odds = {
  faulted: 0.085,
  crashed: 0.007,
  faults: [
    ...onTheSocket,
    { effect: 'dropped', answer: tablesFault },
    { effect: 'applied', answer: tablesFault },
    {
      effect: 'dropped',
      answer: refusal(400, 'ProvisionedThroughputExceededException', 'Too many requests'),
    },
  ],
};

const maxDelayMs = { late: 1600, crash: 4 };

/** How slow and how late a peer is at most, in milliseconds. Default: neither. */
export interface Weather {
  slowMs: number;
  lagMs: number;
}

const fair: Weather = { slowMs: 0, lagMs: 0 };

/** Draws what becomes of a call. */
export function drawFate(
  random: Random,
  { faulted, crashed, faults }: Odds,
  { slowMs, lagMs }: Weather = fair,
): Fate {
  const fault = random() < faulted ? oneOf(random, faults) : harmless;
  const crash: Fate['crash'] =
    random() < crashed
      ? oneOf(random, ['on arrival', 'before the answer', 'after the answer'])
      : 'never';
  const delayMs = random() * (fault.effect === 'late' ? maxDelayMs.late : maxDelayMs.crash);
  const wholeMs = random() * slowMs;
  const before = random() * wholeMs;
  return {
    effect: fault.effect,
    answer: fault.answer,
    crash,
    delayMs,
    slowMs: { before, after: wholeMs - before },
    lagMs: random() * lagMs,
  };
}
