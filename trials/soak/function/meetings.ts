import { drawFate, type Fate, harmless, type Odds, type Weather } from '../faults/fate.ts';
import type { Call, Met } from '../faults/server.ts';
import { type Random, randomFrom } from '../random.ts';
import { lagMs, slowMs } from './scale.ts';

/** What was done to a service. */
export interface Done {
  calls: number;
  faults: number;
  /** Calls that took longer than they need. */
  slow: number;
  crashes: number;
}

type Service = 'SES' | 'tables';

/** What an environment is doing: a request of a send, or a report. */
export interface Task {
  /** What draws its faults, beside the seed. */
  words: readonly (string | number)[];
  /** What draws how slow its peers are: the same for requests at once. */
  weather: readonly (string | number)[];
  /** Whether it meets none. */
  calm: boolean;
}

/** A task that is under way. */
interface Serving {
  task: Task;
  weather: Record<Service, Weather>;
  /** Calls so far, by what they are. */
  calls: Map<string, number>;
  mayBeSent: boolean;
}

/** In so many tasks every call of a table is slow; in these SES is, too, half of the time. */
const slowTasks = { tables: 0.1, ses: 0.5 };

/** Knows what each environment is doing, and so what each of its calls is to meet. */
export class Meetings {
  readonly done = { SES: newDone(), tables: newDone() };
  private readonly seed: number;
  private readonly kill: (caller: string) => void;
  private readonly serving = new Map<string, Serving>();

  constructor(seed: number, kill: (caller: string) => void) {
    this.seed = seed;
    this.kill = kill;
  }

  begin(caller: string, task: Task): void {
    const weather = drawWeather(randomFrom(this.seed, ...task.weather, 'weather'));
    this.serving.set(caller, { task, weather, calls: new Map(), mayBeSent: false });
  }

  /** Until the next task a caller's calls meet nothing. Tells whether SES got, or will get, a mail of this one. */
  end(caller: string): { mayBeSent: boolean } {
    const mayBeSent = this.serving.get(caller)?.mayBeSent ?? false;
    this.serving.delete(caller);
    return { mayBeSent };
  }

  meet(call: Call, service: Service, operation: string, odds: Odds): Met {
    const done = this.done[service];
    done.calls += 1;
    const serving = this.serving.get(call.caller);
    if (!serving) return { fate: harmless, kill: () => undefined };
    const fate = this.fateOf(serving, service, operation, odds);
    if (fate.effect !== 'applied' || fate.answer !== 'whole') done.faults += 1;
    if (fate.slowMs.before + fate.slowMs.after > 0) done.slow += 1;
    if (service === 'SES' && fate.effect !== 'dropped') serving.mayBeSent = true;
    return { fate, kill: () => this.killWhileServing(call.caller, serving, done) };
  }

  private fateOf(
    { task: { words, calm }, weather, calls }: Serving,
    service: Service,
    operation: string,
    odds: Odds,
  ): Fate {
    const place = calls.get(operation) ?? 0;
    calls.set(operation, place + 1);
    if (calm) return harmless;
    return drawFate(randomFrom(this.seed, ...words, operation, place), odds, weather[service]);
  }

  /** A request that has ended meanwhile cannot crash any more. */
  private killWhileServing(caller: string, serving: Serving, done: Done): void {
    if (this.serving.get(caller) !== serving) return;
    done.crashes += 1;
    this.kill(caller);
  }
}

/** Reads of tables lag always; how slow the slow ones are differs from task to task. */
function drawWeather(random: Random): Record<Service, Weather> {
  const isSlow = random() < slowTasks.tables;
  const isSesSlow = random() < slowTasks.ses;
  return {
    tables: { lagMs, slowMs: isSlow ? random() * slowMs.tables : 0 },
    SES: { lagMs: 0, slowMs: isSlow && isSesSlow ? slowMs.ses : 0 },
  };
}

function newDone(): Done {
  return { calls: 0, faults: 0, slow: 0, crashes: 0 };
}
