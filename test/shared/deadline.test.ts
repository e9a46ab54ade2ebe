import { Deadline, OutOfTime, requestDeadline } from '../../shared/deadline.ts';
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
