import {
  Deadline,
  deadlineOf,
  OutOfTime,
  requestDeadline,
  runRequest,
  runSend,
} from '../../shared/deadline.ts';
import { expect, test } from '../jest.ts';
import { patienceMs } from '../patience.ts';

test('a deadline does not end a call that needs less time', async () => {
  expect(await Deadline.in(patienceMs).within(async (signal) => signal.aborted)).toBe(false);
});

test('a deadline ends a call that does not listen to its signal, and aborts the signal', async () => {
  let given: AbortSignal | undefined;
  const call = Deadline.in(20).within((signal) => {
    given = signal;
    return new Promise(() => {});
  });

  await expect(call).rejects.toThrow(OutOfTime);
  expect(given?.aborted).toBe(true);
});

test("a deadline ends a call at the call's own limit if that is earlier", async () => {
  const call = Deadline.in(patienceMs).within(() => new Promise(() => {}), 20);

  await expect(call).rejects.toThrow(OutOfTime);
});

test('a deadline that has passed makes no call', async () => {
  let calls = 0;
  const call = Deadline.in(50)
    .sooner(50)
    .within(async () => {
      calls += 1;
    });

  await expect(call).rejects.toThrow(OutOfTime);
  expect(calls).toBe(0);
});

test('a deadline leaves a function time to answer', () => {
  const wholeMs = 60 * patienceMs;
  const leftMs = requestDeadline({ getRemainingTimeInMillis: () => wholeMs }).leftMs();

  expect(leftMs).toBeLessThanOrEqual((wholeMs * 29) / 30);
  expect(leftMs).toBeGreaterThan((wholeMs * 2) / 3);
});

test('a request that sends a mail leaves a tenth of its time for writing the end, and a sixth for SES', () => {
  const wholeMs = 15_000_000;

  const left = runRequest(Deadline.in(wholeMs), () =>
    runSend(() =>
      (['begin', 'send', 'settle'] as const).map((phase) => deadlineOf(phase).leftMs()),
    ),
  );

  const shares = left.map((ms) => Math.round((60 * ms) / wholeMs));
  expect(shares).toEqual([60 - 10 - 6, 60 - 6, 60]);
});

test('the deadline of a request holds in all its asynchronous work, and in no other request', async () => {
  const leftAfter = (ms: number) =>
    runRequest(Deadline.in(ms), async () => {
      await new Promise(setImmediate);
      return deadlineOf().leftMs();
    });

  const [short, long] = await Promise.all([leftAfter(1_000_000), leftAfter(2_000_000)]);

  expect(short).toBeLessThan(1_000_001);
  expect(long).toBeGreaterThan(1_500_000);
  expect(deadlineOf().leftMs()).toBe(Number.POSITIVE_INFINITY);
});
