import { oneOf, type Random } from '../random.ts';

/** An answer that says no, in place of the server's own. */
export interface Refusal {
  status: number;
  type: string;
  message: string;
}

/** What becomes of one call on its way. */
export interface Fate {
  /** Whether it reaches the server: at once, not at all, or some time after its caller gave it up. */
  effect: 'applied' | 'dropped' | 'late';
  /** What comes back on the socket. */
  answer: 'whole' | 'reset' | 'truncated' | 'nothing' | Refusal;
  /** When the caller is killed over it. */
  crash: 'never' | 'on arrival' | 'before the answer' | 'after the answer';
  /** Milliseconds that a late call takes longer, and a caller still lives after an answer. */
  delayMs: number;
}

export const harmless: Fate = { effect: 'applied', answer: 'whole', crash: 'never', delayMs: 0 };

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
  { effect: 'dropped', answer: 'nothing' },
  { effect: 'applied', answer: 'nothing' },
  { effect: 'applied', answer: 'truncated' },
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
  crashed: 0.015,
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

const maxDelayMs = { late: 400, crash: 4 };

/** Draws what becomes of a call. */
export function drawFate(random: Random, { faulted, crashed, faults }: Odds): Fate {
  const fault = random() < faulted ? oneOf(random, faults) : harmless;
  const crash: Fate['crash'] =
    random() < crashed
      ? oneOf(random, ['on arrival', 'before the answer', 'after the answer'])
      : 'never';
  const delayMs = random() * (fault.effect === 'late' ? maxDelayMs.late : maxDelayMs.crash);
  return { effect: fault.effect, answer: fault.answer, crash, delayMs };
}
