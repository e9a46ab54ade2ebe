import { Allowance } from '../../../local/mail/allowance.ts';
import { expect, test } from '../../jest.ts';

const overRate = {
  status: 429,
  type: 'TooManyRequestsException',
  message: 'Maximum sending rate exceeded.',
};
const overQuota = { ...overRate, message: 'Daily message quota exceeded.' };

/** An allowance with a clock that the test moves. */
function start() {
  const clock = { ms: 0 };
  return { clock, allowance: new Allowance(() => clock.ms) };
}

const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.com`);

test('the sandbox allows one mail a second', () => {
  const { clock, allowance } = start();

  const first = allowance.take(people(1));
  const atOnce = allowance.take(people(1));
  clock.ms = 1000;
  const later = allowance.take(people(1));

  expect([first, atOnce, later]).toEqual([undefined, overRate, undefined]);
});

test("a mail to five recipients uses five seconds of the sandbox's rate", () => {
  const { clock, allowance } = start();

  allowance.take(people(5));
  clock.ms = 4000;
  const tooEarly = allowance.take(people(1));
  clock.ms = 5000;
  const inTime = allowance.take(people(1));

  expect([tooEarly, inTime]).toEqual([overRate, undefined]);
});

test("the sandbox's quota of 200 recipients in 24 hours refuses before its rate does", () => {
  const { clock, allowance } = start();
  for (let mail = 0; mail < 5; mail++) {
    allowance.take(people(40));
    clock.ms += 40_000;
  }

  const over = allowance.take(people(1));
  const sent = allowance.sentLast24Hours;
  clock.ms = 86_400_000;
  const nextDay = allowance.take(people(1));

  expect([over, sent, nextDay, allowance.sentLast24Hours]).toEqual([
    ...[overQuota, 200, undefined, 161],
  ]);
});

test("mails to the mailbox simulator count only for the sandbox's rate", () => {
  const { allowance } = start();
  const simulator = ['Bo <bounce@simulator.amazonses.com>'];

  const first = allowance.take(simulator);
  const atOnce = allowance.take(simulator);

  expect([first, atOnce, allowance.sentLast24Hours]).toEqual([undefined, overRate, 0]);
});
