import type { ExecutePorts } from '../../../functions/execute/run.ts';
import { shownState } from '../../../shared/message/message-states.ts';
import { startTables } from '../../dynalite.ts';
import { describe, expect, test } from '../../jest.ts';
import { type Answer, type Sending, startSending } from './sending.ts';

/** The calls that an attempt awaits, in order; a refused attempt frees its key at the end. */
const awaits = [
  'readClaimAndSuppressed',
  'writeClaim',
  'beginMessage',
  'sendMail',
  'settleMessage',
  'freeClaim',
] as const;
type Await = (typeof awaits)[number];

const leaseMs = 20_000;

const tables = await startTables();

const points = awaits.flatMap((at) => [
  { at, when: 'before' as const },
  { at, when: 'after' as const },
]);

describe.each(points)('an attempt that stops $when $at', ({ at, when }) => {
  test.each([
    ['accepts', 'key'],
    ['accepts', undefined],
    ['refuses', 'key'],
    ['loses its answer of', 'key'],
  ])(
    'after a crash while SES %s the mail, with the Idempotency-Key %s, it is sent at most once and its state is final',
    async (ses, key) => {
      const sending = startSending(tables.messages);
      if (ses === 'refuses') sending.script.push({ outcome: 'refused', error: 'No.' });
      if (ses === 'loses its answer of') sending.script.push('accepted, answer lost');
      const { ports, died } = dyingAt(sending, at, when);
      await Promise.race([sending.execute({}, key, ports), died]);

      const answers = [await sending.execute({}, 'key')];
      sending.pass(leaseMs);
      for (let n = 0; n < 3; n++) answers.push(await sending.execute({}, 'key'));

      const kept = answers.slice(answers.findIndex(isKept));
      expect(kept.length).toBeGreaterThan(1);
      for (const again of kept.slice(1)) expect(again).toEqual({ ...kept[0], replayed: true });
      // Without a key, two requests may send two mails.
      expect(sending.accepted.length).toBeLessThanOrEqual(key ? 1 : 2);
      if (JSON.stringify(kept[0]).includes('ses-')) expect(sending.accepted).not.toEqual([]);
      const states = (await sending.records()).map((each) => shownState(each, sending.nowMs()));
      expect(states).not.toContain('SENDING');
    },
  );
});

/** Whether later requests with the same key get this answer. */
function isKept(answer: Answer): boolean {
  return 'body' in answer && /"sent"|may have been sent/.test(answer.body);
}

/** The ports of a process that dies at one awaited call: no later call happens. */
function dyingAt(
  sending: Sending,
  at: Await,
  when: 'before' | 'after',
): { ports: ExecutePorts; died: Promise<void> } {
  const { promise: died, resolve: die } = Promise.withResolvers<void>();
  const dying =
    <Arguments extends unknown[], Result>(operation: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      if (when === 'after') await operation(...given);
      die();
      return new Promise(() => {});
    };
  const { ports } = sending;
  const { store } = ports;
  if (at === 'sendMail') return { ports: { ...ports, sendMail: dying(ports.sendMail) }, died };
  const changed = { ...store, [at]: dying(store[at] as (...given: unknown[]) => Promise<unknown>) };
  return { ports: { ...ports, store: changed }, died };
}
