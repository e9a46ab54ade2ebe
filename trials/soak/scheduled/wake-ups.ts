import { setTimeout as pause } from 'node:timers/promises';
import type { Woken } from '../../../functions/due/run.ts';
import { type Random, randomFrom } from '../../harness/random.ts';
import { UnderWay } from '../../harness/under-way.ts';
import type { AskedWakeUp } from './queue.ts';

/** One delivery of a wake-up to `due`. */
export interface WakeUpDelivery extends Pick<AskedWakeUp, 'place'> {
  received: number;
  /** The time that the function's clock shows, in milliseconds since 1970. */
  nowMs: number;
  /** With the seed, these determine its faults. */
  words: readonly (string | number)[];
  calm: boolean;
}

export interface WakeUpsOptions {
  seed: number;
  /** Null: it failed, or its function was killed. */
  deliver: (delivery: WakeUpDelivery) => Promise<Woken | null>;
  /** Is told how the deliveries at one time ended. */
  onWoken: (sendId: string, woken: readonly (Woken | null)[]) => void;
  /** Whether the send's wake-ups are delivered while its caller still repeats its request. */
  isSoon: (sendId: string) => boolean;
  /** Resolves when the send's caller repeats its request no more. */
  untilEnded: (sendId: string) => Promise<unknown>;
}

/** As in the stack: how often the queue gives a wake-up, and the time between two tries. */
const maxReceived = 5;
const visibilityMs = 90_000;

/** A delivery that comes so often meets no faults: neither of one wake-up, nor of one message. */
const calmAfter = { received: 4, deliveries: 8 };

const odds = { early: 0.1, twice: 0.15, deleteLost: 0.05 };

/** How much too early a wake-up comes, and how much too late at most: by the clock, and in the run. */
const earlyMs = 40_000;
const lateMs = 60_000;
const pauseMs = 600;

/** Longer than a call of an ended function is under way. In the run's time: its clocks are 90 s further. */
const lateCallsMs = 1700;

/**
 * Reads the queue as Lambda does: gives each wake-up until it is taken, sometimes too early, twice at once, or once more
 * though it was taken. Each delivery has a clock of its own, so that no wake-up is waited for.
 */
export class WakeUps {
  /** The wake-ups that failed at every try. */
  deadLetters = 0;
  deliveries = 0;
  private readonly options: WakeUpsOptions;
  private readonly reading = new UnderWay();
  private readonly deliveriesOf = new Map<string, number>();
  private readonly askedOf = new Map<string, number>();

  constructor(options: WakeUpsOptions) {
    this.options = options;
  }

  add(sendId: string, wakeUp: AskedWakeUp): void {
    const number = this.askedOf.get(sendId) ?? 0;
    this.askedOf.set(sendId, number + 1);
    this.reading.add(this.read(sendId, wakeUp, number));
  }

  quiet(): Promise<void> {
    return this.reading.quiet();
  }

  private async read(sendId: string, wakeUp: AskedWakeUp, number: number): Promise<void> {
    const { seed, isSoon, untilEnded } = this.options;
    const random = randomFrom(seed, sendId, 'wake-up', number);
    if (!isSoon(sendId)) await untilEnded(sendId);
    await pause(random() * pauseMs);
    for (let received = 1; received <= maxReceived; received++) {
      if (!wakeUp.isKept()) return;
      const isTaken = await this.deliver(sendId, wakeUp, { received, number }, random);
      if (isTaken && random() > odds.deleteLost) return;
      await untilEnded(sendId);
      await pause(lateCallsMs);
    }
    this.deadLetters += 1;
  }

  private async deliver(
    sendId: string,
    { place, atMs }: AskedWakeUp,
    { received, number }: { received: number; number: number },
    random: Random,
  ): Promise<boolean> {
    const isEarly = received === 1 && random() < odds.early;
    const nowMs =
      atMs + (received - 1) * visibilityMs + (isEarly ? -earlyMs : Math.floor(random() * lateMs));
    const copies = random() < odds.twice ? [0, 0.5] : [0];
    const woken = await Promise.all(
      copies.map((copy) => {
        const before = this.deliveriesOf.get(sendId) ?? 0;
        this.deliveriesOf.set(sendId, before + 1);
        this.deliveries += 1;
        const calm = received >= calmAfter.received || before >= calmAfter.deliveries;
        const words = [sendId, 'wake-up', number, received + copy];
        return this.options.deliver({ place, received, nowMs, words, calm });
      }),
    );
    this.options.onWoken(sendId, woken);
    return woken.some((each) => each !== null);
  }
}
