import type { Attempt } from '../caller.ts';
import { drawFate, harmless, type Odds } from '../faults/fate.ts';
import type { Call, Met } from '../faults/server.ts';
import type { Send } from '../judge.ts';
import { randomFrom } from '../random.ts';

/** What was done to a service. */
export interface Done {
  calls: number;
  faults: number;
  crashes: number;
}

/** A request that an environment is serving. */
interface Serving {
  send: Send;
  attempt: Attempt;
  /** Calls so far, by what they are. */
  calls: Map<string, number>;
}

/** Knows which request each environment serves, and so what each of its calls is to meet. */
export class Meetings {
  readonly done = { SES: newDone(), tables: newDone() };
  private readonly seed: number;
  private readonly kill: (caller: string) => void;
  private readonly serving = new Map<string, Serving>();

  constructor(seed: number, kill: (caller: string) => void) {
    this.seed = seed;
    this.kill = kill;
  }

  begin(caller: string, send: Send, attempt: Attempt): void {
    this.serving.set(caller, { send, attempt, calls: new Map() });
  }

  /** Until the next request a caller's calls meet nothing. */
  end(caller: string): void {
    this.serving.delete(caller);
  }

  meet(call: Call, service: keyof Meetings['done'], operation: string, odds: Odds): Met {
    const done = this.done[service];
    done.calls += 1;
    const serving = this.serving.get(call.caller);
    if (!serving || serving.attempt.calm) return { fate: harmless, kill: () => undefined };
    const { send, attempt, calls } = serving;
    const place = calls.get(operation) ?? 0;
    calls.set(operation, place + 1);
    const fate = drawFate(randomFrom(this.seed, send.id, attempt.number, operation, place), odds);
    const isFault = fate.effect !== 'applied' || fate.answer !== 'whole';
    if (isFault) done.faults += 1;
    if (isFault && operation === 'UpdateItem') send.endHit = true;
    return { fate, kill: () => this.killWhileServing(call.caller, serving, done) };
  }

  /** A request that has ended meanwhile cannot crash any more. */
  private killWhileServing(caller: string, serving: Serving, done: Done): void {
    if (this.serving.get(caller) !== serving) return;
    done.crashes += 1;
    this.kill(caller);
  }
}

function newDone(): Done {
  return { calls: 0, faults: 0, crashes: 0 };
}
