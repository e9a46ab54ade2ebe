import { setTimeout as pause } from 'node:timers/promises';
import { type Random, randomFrom } from '../harness/random.ts';
import { UnderWay } from '../harness/under-way.ts';
import { patience } from './caller.ts';
import type { WakeUp } from './queue.ts';

/** One delivery of a wake-up, or of an event, to its function. */
export interface QueueDelivery {
  body: unknown;
  received: number;
  /** The time that the function's clock shows, in milliseconds since 1970. */
  nowMs: number;
  /** With the seed, these determine its faults; the first is its `id`. */
  words: readonly (string | number)[];
  calm: boolean;
}

export interface WakeUpsOptions {
  seed: number;
  /** Returns whether it was taken: the function neither failed nor was killed. */
  deliver: (delivery: QueueDelivery) => Promise<boolean>;
  /** Resolves when the first delivery may come. Default: at once. */
  untilFirst?: (id: string) => Promise<unknown>;
  /** Resolves when its caller has stopped repeating its request. Default: at once. */
  untilEnded?: (id: string) => Promise<unknown>;
}

/** A wake-up of the send with this id. */
interface QueueLetter {
  id: string;
  wakeUp: WakeUp;
  /** Whether an operator replayed it; it then meets no faults. */
  replayed: boolean;
}

/** How often an operator replays the dead letters. */
const replays = 10;

/** The queue's settings in the stack: how often it delivers a wake-up, and the time between two tries. */
const maxReceived = 5;
const visibilityMs = 90_000;

/** After this many deliveries of one wake-up, or of one message, a delivery meets no faults. */
const calmAfter = { received: 4, deliveries: 8 };

const odds = { early: 0.1, twice: 0.15, deleteLost: 0.05 };

/** How early a wake-up may come, and the longest delay: by the clock, and in the run's time. */
const earlyMs = 40_000;
const lateMs = 60_000;
const pauseMs = 600;

/** Longer than a call can outlast its function, in the run's time, in which the clocks advance by 90 s. */
const lateCallsMs = 1700;

/**
 * Reads a queue as Lambda does: delivers each wake-up until it is taken, sometimes too early, twice at once, or again
 * although it was taken. Each delivery has its own clock, so that the run never waits for a wake-up.
 */
export class WakeUps {
  deliveries = 0;
  /** The number of wake-ups that failed at every try. */
  died = 0;
  private deadLetters: QueueLetter[] = [];
  private readonly options: WakeUpsOptions;
  private readonly reading = new UnderWay();
  private readonly deliveriesOf = new Map<string, number>();
  private readonly numbers = new Map<string, number>();

  constructor(options: WakeUpsOptions) {
    this.options = options;
  }

  /** The dead letters that no operator has replayed. */
  get dead(): number {
    return this.deadLetters.length;
  }

  add(id: string, wakeUp: WakeUp, replayed = false): void {
    const number = this.numbers.get(id) ?? 0;
    this.numbers.set(id, number + 1);
    this.reading.add(this.readUntilTaken({ id, wakeUp, replayed }, number));
  }

  quiet(): Promise<void> {
    return this.reading.quiet();
  }

  /**
   * Returns the dead letters to the queue, as an operator does (docs/operations/messages.md), until none is left.
   * `quiet` resolves when nothing is under way.
   */
  async replayAll(quiet: () => Promise<void>): Promise<void> {
    for (let round = 0; round < replays && this.dead > 0; round++) {
      await patience(round);
      for (const { id, wakeUp } of this.deadLetters.splice(0)) {
        this.add(id, { ...wakeUp, atMs: wakeUp.atMs + maxReceived * visibilityMs }, true);
      }
      await quiet();
    }
  }

  private async readUntilTaken(letter: QueueLetter, number: number): Promise<void> {
    const { id, wakeUp } = letter;
    const { seed, untilFirst, untilEnded } = this.options;
    const random = randomFrom(seed, id, 'wake-up', number);
    await untilFirst?.(id);
    await pause(random() * pauseMs);
    for (let received = 1; received <= maxReceived; received++) {
      if (!wakeUp.isKept()) return;
      const isTaken = await this.deliver(letter, { received, number }, random);
      if (isTaken && random() > odds.deleteLost) return;
      await untilEnded?.(id);
      await pause(lateCallsMs);
    }
    this.died += 1;
    this.deadLetters.push(letter);
  }

  private async deliver(
    { id, wakeUp: { body, atMs }, replayed }: QueueLetter,
    { received, number }: { received: number; number: number },
    random: Random,
  ): Promise<boolean> {
    const isEarly = received === 1 && random() < odds.early;
    const nowMs =
      atMs + (received - 1) * visibilityMs + (isEarly ? -earlyMs : Math.floor(random() * lateMs));
    const copies = random() < odds.twice ? [0, 0.5] : [0];
    const taken = await Promise.all(
      copies.map((copy) => {
        const before = this.deliveriesOf.get(id) ?? 0;
        this.deliveriesOf.set(id, before + 1);
        this.deliveries += 1;
        const { received: late, deliveries: many } = calmAfter;
        const calm = replayed || received >= late || before >= many;
        const words = [id, 'wake-up', number, received + copy];
        return this.options.deliver({ body, received, nowMs, words, calm });
      }),
    );
    return taken.includes(true);
  }
}
