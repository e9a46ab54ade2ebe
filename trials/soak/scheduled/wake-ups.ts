import { setTimeout as pause } from 'node:timers/promises';
import { type Random, randomFrom } from '../../harness/random.ts';
import { UnderWay } from '../../harness/under-way.ts';
import type { Asked } from './queue.ts';

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
  /** Null: it failed, or its function was killed. */
  deliver: (delivery: QueueDelivery) => Promise<string | null>;
  /** Is told how the deliveries at one time ended. */
  onWoken?: (id: string, woken: readonly (string | null)[]) => void;
  /** Resolves when the first delivery may come. Default: at once. */
  untilFirst?: (id: string) => Promise<unknown>;
  /** Resolves when its caller repeats its request no more. Default: at once. */
  untilEnded?: (id: string) => Promise<unknown>;
}

/** A wake-up of the send with this id. */
interface Letter {
  id: string;
  asked: Asked;
  /** Whether an operator gave it to the queue again: it meets no faults. */
  replayed: boolean;
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
 * Reads a queue as Lambda does: gives each wake-up until it is taken, sometimes too early, twice at once, or once more
 * though it was taken. Each delivery has a clock of its own, so that no wake-up is waited for.
 */
export class WakeUps {
  deliveries = 0;
  /** How often a wake-up failed at every try. */
  died = 0;
  private deadLetters: Letter[] = [];
  private readonly options: WakeUpsOptions;
  private readonly reading = new UnderWay();
  private readonly deliveriesOf = new Map<string, number>();
  private readonly askedOf = new Map<string, number>();

  constructor(options: WakeUpsOptions) {
    this.options = options;
  }

  /** The dead letters that no operator has given to the queue again. */
  get dead(): number {
    return this.deadLetters.length;
  }

  add(id: string, asked: Asked): void {
    this.read({ id, asked, replayed: false });
  }

  /** Gives the dead letters to the queue again, as an operator does (docs/operations/messages.md). */
  replay(): void {
    for (const { id, asked } of this.deadLetters.splice(0)) {
      const atMs = asked.atMs + maxReceived * visibilityMs;
      this.read({ id, asked: { ...asked, atMs }, replayed: true });
    }
  }

  quiet(): Promise<void> {
    return this.reading.quiet();
  }

  private read(letter: Letter): void {
    const number = this.askedOf.get(letter.id) ?? 0;
    this.askedOf.set(letter.id, number + 1);
    this.reading.add(this.readUntilTaken(letter, number));
  }

  private async readUntilTaken(letter: Letter, number: number): Promise<void> {
    const { id, asked } = letter;
    const { seed, untilFirst, untilEnded } = this.options;
    const random = randomFrom(seed, id, 'wake-up', number);
    await untilFirst?.(id);
    await pause(random() * pauseMs);
    for (let received = 1; received <= maxReceived; received++) {
      if (!asked.isKept()) return;
      const isTaken = await this.deliver(letter, { received, number }, random);
      if (isTaken && random() > odds.deleteLost) return;
      await untilEnded?.(id);
      await pause(lateCallsMs);
    }
    this.died += 1;
    this.deadLetters.push(letter);
  }

  private async deliver(
    { id, asked: { body, atMs }, replayed }: Letter,
    { received, number }: { received: number; number: number },
    random: Random,
  ): Promise<boolean> {
    const isEarly = received === 1 && random() < odds.early;
    const nowMs =
      atMs + (received - 1) * visibilityMs + (isEarly ? -earlyMs : Math.floor(random() * lateMs));
    const copies = random() < odds.twice ? [0, 0.5] : [0];
    const woken = await Promise.all(
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
    this.options.onWoken?.(id, woken);
    return woken.some((each) => each !== null);
  }
}
