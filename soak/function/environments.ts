import type { Stops } from '../../local/stops.ts';
import type { FaultServer } from '../faults/server.ts';
import { Lanes } from '../lanes.ts';
import type { Break } from './breaks.ts';
import { Environment } from './environment.ts';
import type { WorkerSettings } from './messages.ts';

/** An environment, and the name that its calls carry. */
export interface Named<Invocation, Answer> {
  caller: string;
  environment: Environment<Invocation, Answer>;
}

export interface EnvironmentsOptions {
  /** How many requests it serves at once. */
  count: number;
  /** What is broken on purpose; null: nothing. */
  broken: Break | null;
  ses: FaultServer;
  tables: FaultServer;
}

/** All environments of a run. They end with it. */
export class Environments {
  private readonly stops: Stops;
  private readonly byCaller = new Map<string, { kill: () => void }>();

  constructor(stops: Stops) {
    this.stops = stops;
  }

  /** Starts those of one function. */
  start<Invocation, Answer>(
    name: WorkerSettings['name'],
    { count, broken, ses, tables }: EnvironmentsOptions,
  ): Lanes<Named<Invocation, Answer>> {
    const named = Array.from({ length: count }, (_, number) => {
      const caller = `${name}-${number}`;
      const urls = { dynamodbUrl: tables.urlFor(caller), sesUrl: ses.urlFor(caller) };
      const environment = new Environment<Invocation, Answer>({
        settings: { name, broken },
        ...urls,
      });
      this.stops.add(environment, (each) => each.stop());
      this.byCaller.set(caller, environment);
      return { caller, environment };
    });
    return new Lanes(named);
  }

  /** Kills the one whose calls carry this name. */
  readonly kill = (caller: string): void => this.byCaller.get(caller)?.kill();
}
